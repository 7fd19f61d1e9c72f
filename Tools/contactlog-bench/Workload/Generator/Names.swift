/// Invented names by language, with the share of people that have them.
struct Names {
  var share: Int
  /// Country calling code.
  var calling: String
  var country: String
  var family: [String]
  var given: [String]
  /// Parts of which more family names are made, to have thousands of them.
  var syllables: [String] = []

  static let all: [Names] = [
    Names(
      share: 46, calling: "44", country: "United Kingdom",
      family: [
        "Smith", "Jones", "Taylor", "Brown", "Walker", "Wright", "Green", "Hall", "O’Neill",
      ],
      given: ["Olivia", "Jack", "Amelia", "Harry", "Grace", "Thomas", "Lily", "George", "Anne"],
      syllables: ["Ash", "ford", "well", "Brook", "den", "ham", "Stan", "ley", "Mer", "ton"]),
    Names(
      share: 19, calling: "49", country: "Deutschland",
      family: ["Müller", "Schäfer", "Groß", "Núñez", "Lefèvre", "Novák", "Łukasik", "Åberg"],
      given: ["Jörg", "Zoë", "François", "Íñigo", "Željka", "Søren", "Ağça", "Élise"],
      syllables: ["Kö", "nig", "berg", "Wei", "den", "bach", "Lin", "dau", "mann", "Hof"]),
    Names(
      share: 12, calling: "86", country: "中国", family: ["王", "李", "张", "刘", "陈", "杨", "欧阳"],
      given: ["伟", "秀英", "娜", "敏", "小梅", "建国", "丽"]),
    Names(
      share: 4, calling: "81", country: "日本", family: ["佐藤", "鈴木", "高橋", "田中", "渡辺"],
      given: ["陽菜", "蓮", "葵", "結衣", "翔太"]),
    Names(
      share: 4, calling: "82", country: "대한민국", family: ["김", "이", "박", "최", "남궁"],
      given: ["서연", "민준", "지우", "하늘", "도윤"]),
    Names(
      share: 8, calling: "380", country: "Україна",
      family: ["Шевченко", "Коваль", "Иванова", "Петров", "Лісова"],
      given: ["Олена", "Андрій", "Дарина", "Сергей", "Наталья"],
      syllables: ["Бой", "ко", "Мель", "ник", "Ткач", "ен", "Зай", "цев"]),
    Names(
      share: 4, calling: "962", country: "الأردن", family: ["الخطيب", "حداد", "النجار", "عيسى"],
      given: ["أمل", "محمد", "ليلى", "يوسف"]),
    Names(
      share: 2, calling: "30", country: "Ελλάδα",
      family: ["Παπαδόπουλος", "Αλεξίου", "Γεωργίου"], given: ["Νεφέλη", "Γιώργος", "Ελένη"]),
    Names(
      share: 1, calling: "91", country: "भारत", family: ["वर्मा", "शर्मा", "सिंह"],
      given: ["मीरा", "अर्जुन", "प्रिया"]),
  ]

  static let organizations = [
    "Harbour Textiles", "Nova Clinic", "Восток Printing", "青空印刷", "Lefèvre & Fils",
    "Mill Lane Bakery",
    "Knjigarna Pod Lipo", "Polar Instruments", "مكتبة النور", "Studio Ä",
  ]
  static let titles = [
    "Nurse", "Électricien", "Engineer", "Teacher", "植字工", "Accountant", "Gärtnerin", "Translator",
  ]
  static let words = [
    "met", "at", "the", "conference", "knows", "tea", "office", "weekend", "привет", "prefers",
    "letters", "café",
    "birthday", "call", "before", "noon", "moved", "urgent", "French", "rowing",
  ]
  static let streets = ["Quay Street", "Rue du Port", "中山路", "Lindenweg", "Ferry Road", "Via Roma"]
  static let places = ["Harbour End", "Königsberg", "名古屋", "Lyon", "Київ", "Springfield"]
  static let domains = ["mail.example", "post.example", "letters.example", "corp.example"]
  static let groups = [
    "Family", "Friends", "Book circle", "Rowing club", "Suppliers", "Course", "Choir", "Neighbours",
  ]
}
