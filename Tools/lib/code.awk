# Prints the code of Swift files as FILE:LINE:CODE, without comments and without what string literals and
# names in backticks say, so that a check of words does not stumble over prose.
FNR == 1 { in_block = 0; in_text = 0 }
{
  line = $0
  if (in_text) {
    if (line !~ /"""/) next
    sub(/^.*"""#*/, "", line)
    in_text = 0
  }
  if (in_block) {
    if (line !~ /\*\//) next
    sub(/^.*\*\//, "", line)
    in_block = 0
  }
  if (line ~ /"""/) {
    in_text = 1
    sub(/"""[^"]*$/, "", line)
  }
  gsub(/`[^`]*`/, "``", line)
  gsub(/\\"/, "", line)
  gsub(/"[^"]*"/, "\"\"", line)
  sub(/\/\/.*$/, "", line)
  gsub(/\/\*.*\*\//, "", line)
  if (line ~ /\/\*/) {
    in_block = 1
    sub(/\/\*.*$/, "", line)
  }
  if (line ~ /[^ \t]/) print FILENAME ":" FNR ":" line
}
