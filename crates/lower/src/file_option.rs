//! The options of INFILE and FILE.

use feedrate_language::tree::InfileOption;
use feedrate_program::ShortLine;

use super::files::LINE_LENGTH;
use super::lowering::StepLowering;

/// The maximum value of LRECL=.
const LONGEST_LINE: u64 = 1 << 30;

impl StepLowering<'_> {
    /// Applies an option of INFILE (if `reads`) or FILE.
    pub fn file_option(&mut self, index: u32, option: &InfileOption, reads: bool) {
        let at = option.at;
        let name = option.name.as_str();
        let text = option
            .value
            .as_deref()
            .map(|value| String::from_utf8_lossy(value).into_owned());
        let variable = match (name, &text) {
            ("END" | "EOV", Some(variable)) if reads => match self.flag(variable, false, at) {
                Some(slot) => Some(slot),
                None => return,
            },
            ("LENGTH" | "COLUMN" | "COL", Some(variable)) if reads => match self.automatic(variable, at) {
                Some(slot) => Some(slot),
                None => return,
            },
            _ => None,
        };
        if matches!(name, "DLM" | "DELIMITER") && !option.quoted {
            self.error(
                at,
                "DLM= takes characters in quotes; the name of a variable is not supported",
            );
            return;
        }
        let number = text.as_deref().and_then(feedrate_dataset::settings::parse_number);
        let external = self.files.get_mut(index);
        match (name, &option.value) {
            ("END", Some(_)) if reads => external.end = variable,
            // It becomes 1 with the second of several files, and one file is read here.
            ("EOV", Some(_)) if reads => {}
            ("LENGTH", Some(_)) if reads => external.length = variable,
            ("COLUMN" | "COL", Some(_)) if reads => external.column = variable,
            ("DLM" | "DELIMITER", Some(value)) if !value.is_empty() => external.delimiters.clone_from(value),
            ("DSD", None) => {
                external.dsd = true;
                // DSD implies the delimiter comma unless DLM= gives another.
                if external.delimiters.is_empty() {
                    external.delimiters = vec![b','];
                }
            }
            ("MISSOVER", None) if reads => external.short_line = ShortLine::Missover,
            ("TRUNCOVER", None) if reads => external.short_line = ShortLine::Truncover,
            ("STOPOVER", None) if reads => external.short_line = ShortLine::Stopover,
            ("FLOWOVER", None) if reads => external.short_line = ShortLine::FlowOver,
            ("FIRSTOBS", Some(_)) if reads && number.is_some_and(|number| number > 0) => {
                external.first = number.unwrap_or(1);
            }
            ("OBS", Some(_)) if reads && text.as_deref().is_some_and(|text| text.eq_ignore_ascii_case("max")) => {
                external.last = None;
            }
            ("OBS", Some(_)) if reads && number.is_some() => external.last = number,
            ("LRECL", Some(_)) if number.is_some_and(|number| (1..=LONGEST_LINE).contains(&number)) => {
                external.line_length = number.map_or(LINE_LENGTH, |number| number as u32);
            }
            ("DROPOVER", None) if !reads => external.drops_over = true,
            ("MOD", None) if !reads => {}
            // These options state what always holds here: lines vary in length, an output file is replaced, and PUT
            // writes no titles.
            ("NOPAD" | "OLD" | "NOTITLES" | "NOTITLE" | "NOPRINT", None) => {}
            ("RECFM", Some(value)) if value.eq_ignore_ascii_case(b"v") => {}
            (
                "END" | "EOV" | "LENGTH" | "COLUMN" | "COL" | "DLM" | "DELIMITER" | "DSD" | "MISSOVER" | "TRUNCOVER"
                | "STOPOVER" | "FLOWOVER" | "FIRSTOBS" | "OBS" | "LRECL",
                _,
            ) => {
                let statement = if reads { "INFILE" } else { "FILE" };
                let given = text.map_or_else(|| "no value".to_owned(), |text| format!("`{text}`"));
                self.error(at, format!("{name} of {statement} cannot have {given}"));
            }
            _ => {
                let statement = if reads { "INFILE" } else { "FILE" };
                self.error(at, format!("the option {name} of {statement} is not supported"));
            }
        }
    }
}
