//! The names of months and days of the week in the languages of `LANGUAGE=`.

/// The names of a language.
#[derive(Debug, PartialEq, Eq)]
pub struct Language {
    /// Its name in English, in upper case.
    pub name: &'static str,
    /// The months in order.
    pub months: [&'static str; 12],
    /// The days of the week, Sunday first.
    pub weekdays: [&'static str; 7],
}

impl Language {
    /// Returns the language of an English name, in any case.
    pub fn of(name: &str) -> Option<&'static Self> {
        LANGUAGES
            .iter()
            .find(|language| language.name.eq_ignore_ascii_case(name))
    }
}

const fn language(name: &'static str, months: [&'static str; 12], weekdays: [&'static str; 7]) -> Language {
    Language { name, months, weekdays }
}

/// The languages, English first.
#[rustfmt::skip]
pub static LANGUAGES: [Language; 12] = [
    language("ENGLISH", ["January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December"],
        ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]),
    language("DANISH", ["januar", "februar", "marts", "april", "maj", "juni", "juli", "august", "september", "oktober",
        "november", "december"],
        ["søndag", "mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag"]),
    language("DUTCH", ["januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september",
        "oktober", "november", "december"],
        ["zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"]),
    language("FINNISH", ["tammikuu", "helmikuu", "maaliskuu", "huhtikuu", "toukokuu", "kesäkuu", "heinäkuu",
        "elokuu", "syyskuu", "lokakuu", "marraskuu", "joulukuu"],
        ["sunnuntai", "maanantai", "tiistai", "keskiviikko", "torstai", "perjantai", "lauantai"]),
    language("FRENCH", ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
        "octobre", "novembre", "décembre"],
        ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"]),
    language("GERMAN", ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
        "November", "Dezember"],
        ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"]),
    language("ITALIAN", ["gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre",
        "ottobre", "novembre", "dicembre"],
        ["domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"]),
    language("NORWEGIAN", ["januar", "februar", "mars", "april", "mai", "juni", "juli", "august", "september",
        "oktober", "november", "desember"],
        ["søndag", "mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag"]),
    language("POLISH", ["styczeń", "luty", "marzec", "kwiecień", "maj", "czerwiec", "lipiec", "sierpień", "wrzesień",
        "październik", "listopad", "grudzień"],
        ["niedziela", "poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota"]),
    language("PORTUGUESE", ["janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro",
        "outubro", "novembro", "dezembro"],
        ["domingo", "segunda-feira", "terça-feira", "quarta-feira", "quinta-feira", "sexta-feira", "sábado"]),
    language("SPANISH", ["enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
        "octubre", "noviembre", "diciembre"],
        ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"]),
    language("SWEDISH", ["januari", "februari", "mars", "april", "maj", "juni", "juli", "augusti", "september",
        "oktober", "november", "december"],
        ["söndag", "måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag"]),
];
