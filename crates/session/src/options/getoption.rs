//! The function GETOPTION.

use feedrate_dataset::Libraries;
use feedrate_dataset::library::WORK;
use feedrate_document::format::count;

use super::{SystemOptions, unquoted};

/// The words that may follow the name of an option in GETOPTION.
const WORDS: [&str; 5] = ["DEFAULTVALUE", "EXPAND", "KEYEXPAND", "KEYWORD", "LOGNUMBERFORMAT"];

/// The reason why GETOPTION has no value.
#[derive(Debug, thiserror::Error)]
pub enum GetOptionError {
    /// No option has that name.
    #[error("There is no system option {name}.")]
    UnknownOption {
        /// The name in upper case.
        name: String,
    },
    /// A word after the name is not supported.
    #[error("GETOPTION does not support {word} after the name of an option; it takes {}.", WORDS.join(", "))]
    UnknownWord {
        /// The word in upper case.
        word: String,
    },
    /// The folder of WORK cannot be made.
    #[error(transparent)]
    Work(#[from] feedrate_dataset::Error),
}

impl SystemOptions {
    /// Returns the value of GETOPTION for the name of an option, or WORK, and the words after it.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such option, if a word after it is not supported, or if the folder of WORK
    /// cannot be made.
    pub fn get_option(&self, libraries: &Libraries, name: &str, words: &[&str]) -> Result<String, GetOptionError> {
        let (mut with_name, mut at_first, mut is_grouped) = (false, false, false);
        for word in words.iter().map(|word| word.trim().to_ascii_uppercase()) {
            match word.as_str() {
                "KEYWORD" | "KEYEXPAND" => with_name = true,
                "DEFAULTVALUE" => at_first = true,
                "LOGNUMBERFORMAT" => is_grouped = true,
                // Values are not expanded, because they are used as written.
                "EXPAND" | "" => {}
                _ => return Err(GetOptionError::UnknownWord { word }),
            }
        }
        let name = name.trim().to_ascii_uppercase();
        let shown = match name.as_str() {
            WORK => Some(format!("{WORK}='{}'", libraries.place(WORK)?.display())),
            _ if at_first => Self::default().assignment(&name),
            _ => self.assignment(&name),
        };
        let shown = shown.ok_or(GetOptionError::UnknownOption { name })?;
        let Some((name, value)) = shown.split_once('=') else {
            return Ok(shown);
        };
        let number = value.parse().ok().filter(|_| is_grouped);
        let value = number.map_or_else(|| value.to_owned(), count);
        Ok(match with_name {
            true => format!("{name}={value}"),
            false => unquoted(&value),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_after_the_name_are_heeded_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let libraries = Libraries::new(Some(folder.path().to_owned()));
        let mut options = SystemOptions::default();
        options.set("memsize", Some("1g")).unwrap();
        options.set("nonotes", None).unwrap();
        let given = |name: &str, words: &[&str]| {
            let outcome = options.get_option(&libraries, name, words);
            outcome.unwrap_or_else(|error| error.to_string())
        };
        assert_eq!(given(" memsize ", &[]), "1073741824");
        assert_eq!(given("memsize", &["LogNumberFormat"]), "1,073,741,824");
        assert_eq!(
            given("memsize", &["keyword", " lognumberformat "]),
            "MEMSIZE=1,073,741,824"
        );
        assert_eq!(given("memsize", &["defaultvalue"]), "MAX");
        assert_eq!(given("notes", &["keyexpand"]), "NONOTES");
        assert_eq!(given("notes", &["expand", "defaultvalue"]), "NOTES");
        assert_eq!(
            given("notes", &["in"]),
            "GETOPTION does not support IN after the name of an option; it takes DEFAULTVALUE, \
             EXPAND, KEYEXPAND, KEYWORD, LOGNUMBERFORMAT."
        );
        assert_eq!(given("nonesuch", &[]), "There is no system option NONESUCH.");
        let work = given("work", &[]);
        assert!(work.starts_with(folder.path().to_str().unwrap()), "{work}");
        assert_eq!(given("Work", &["keyword"]), format!("WORK='{work}'"));
    }
}
