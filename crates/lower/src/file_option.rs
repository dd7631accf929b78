//! The options of INFILE and FILE.

use feedrate_dataset::encoding::Encoding;
use feedrate_language::tree::InfileOption;
use feedrate_program::{DelimiterString, Device, External, ExternalKind, LineEnd, LongLine, ShortLine, Slot, TextSlot};
use feedrate_values::Kind;

use super::declare::DEFAULT_LENGTH;
use super::files::LINE_LENGTH;
use super::lowering::StepLowering;
use super::variables::Origin;

/// The maximum value of LRECL=.
const LONGEST_LINE: u64 = 1 << 30;

/// The greatest value of N=.
const MOST_LINES: u64 = 32_767;

/// An option with its value as text and as a number.
struct GivenOption<'o> {
    option: &'o InfileOption,
    name: &'o str,
    text: Option<String>,
    number: Option<u64>,
    /// True for INFILE.
    reads: bool,
}

impl StepLowering<'_> {
    /// Applies the options of INFILE (if `reads`) or FILE.
    pub fn file_options(&mut self, index: u32, options: &[InfileOption], reads: bool) {
        for option in options {
            let text = option.value.as_deref();
            let text = text.map(|value| String::from_utf8_lossy(value).into_owned());
            let given = GivenOption {
                option,
                name: &option.name,
                number: text.as_deref().and_then(feedrate_dataset::settings::parse_number),
                text,
                reads,
            };
            if self.variable_option(index, &given) || self.text_option(index, &given) {
                continue;
            }
            let external = self.files.get_mut(index);
            if !device_option(external, &given) && !plain_option(external, &given) {
                self.refuse_option(&given);
            }
        }
        self.finish_delimiters(index, options);
    }

    /// Applies an option that names a variable or a label. Returns whether it is one.
    fn variable_option(&mut self, index: u32, given: &GivenOption<'_>) -> bool {
        let at = given.option.at;
        let Some(name) = given.text.as_deref() else {
            return false;
        };
        match given.name {
            "END" | "EOV" if given.reads => {
                let slot = self.flag(name, false, at);
                let external = self.files.get_mut(index);
                match given.name {
                    "END" => external.end = slot,
                    _ => external.next_file = slot,
                }
            }
            "LENGTH" if given.reads => self.files.get_mut(index).length = self.automatic(name, at),
            "START" if given.reads => self.files.get_mut(index).start = self.automatic(name, at),
            "COLUMN" | "COL" => self.files.get_mut(index).column = self.automatic(name, at),
            "LINE" => self.files.get_mut(index).line = self.automatic(name, at),
            "EOF" if given.reads => self.files.get_mut(index).at_end = self.label_at_end(name, at),
            "FILEVAR" => self.files.get_mut(index).path_variable = self.path_variable(name, given),
            "FILENAME" => self.files.get_mut(index).name_variable = self.path_variable(name, given),
            "_INFILE_" if given.reads => self.name_line(name, given),
            "DLM" | "DELIMITER" if !given.option.quoted => {
                self.files.get_mut(index).delimiter_variable = self.text_variable(name, given);
            }
            _ => return false,
        }
        true
    }

    /// Returns the slot of a character variable that an option names.
    fn text_variable(&mut self, name: &str, given: &GivenOption<'_>) -> Option<TextSlot> {
        let at = given.option.at;
        if !self.is_name(name, at) {
            return None;
        }
        let id = self.variables.declare(name);
        let slot = self.define_text(id, DEFAULT_LENGTH, at);
        if slot.is_none() && self.variables.kind(id) == Some(Kind::Number) {
            let option = given.name;
            self.error(
                at,
                format!("{option}= takes a character variable, and {name} is a number"),
            );
        }
        slot
    }

    /// Returns the slot of the variable of FILEVAR= or FILENAME=, which is not written to data sets.
    fn path_variable(&mut self, name: &str, given: &GivenOption<'_>) -> Option<TextSlot> {
        let slot = self.text_variable(name, given)?;
        let id = self.variables.find(name)?;
        let entry = self.variables.entry_mut(id);
        if entry.origin == Origin::Step {
            // Other statements of the step may still assign to the variable of FILEVAR=, which they set to missing.
            entry.retained = true;
        }
        entry.origin = Origin::Automatic;
        entry.assigned |= given.name == "FILENAME";
        Some(slot)
    }

    /// Applies `_INFILE_=`, another name of the current line.
    fn name_line(&mut self, name: &str, given: &GivenOption<'_>) {
        let at = given.option.at;
        if !self.is_name(name, at) {
            return;
        }
        if self.variables.find(name).is_some() {
            self.error(at, format!("{name} is a variable already; _INFILE_= takes a new name"));
            return;
        }
        if let Some(slot) = self.line(at) {
            let id = self.variables.enter(name, Slot::Text(slot));
            let entry = self.variables.entry_mut(id);
            entry.origin = Origin::Automatic;
            entry.assigned = true;
        }
    }

    /// Applies an option whose value may be wrong in a way of its own. Returns whether it is one.
    fn text_option(&mut self, index: u32, given: &GivenOption<'_>) -> bool {
        let at = given.option.at;
        let word = given.text.as_deref().unwrap_or_default().to_ascii_uppercase();
        match (given.name, word.as_str()) {
            ("ENCODING", _) => match Encoding::of_name(&word) {
                Some(encoding) if given.reads => self.files.get_mut(index).encoding = Some(encoding),
                Some(Encoding::UTF_8) => {}
                Some(encoding) => {
                    let message = format!("FILE writes utf-8, and not {}", encoding.name());
                    self.error_with_hint(at, message, "leave ENCODING= out, and convert the file afterwards");
                }
                None => self.error(at, format!("there is no encoding {word}")),
            },
            _ => return false,
        }
        true
    }

    /// Combines DLMSTR= and DLMSOPT=.
    fn finish_delimiters(&mut self, index: u32, options: &[InfileOption]) {
        let find = |name: &str| options.iter().rev().find(|option| option.name == name);
        let letters = find("DLMSOPT").and_then(|option| Some((option.value.as_deref()?, option.at)));
        if let Some((letters, at)) = letters
            && !letters.iter().all(|letter| b"IiTt".contains(letter))
        {
            self.error(
                at,
                "DLMSOPT= takes the letters I (any case) and T (without trailing blanks)",
            );
        }
        let has = |letter: u8| letters.is_some_and(|(given, _)| given.to_ascii_uppercase().contains(&letter));
        let Some(option) = find("DLMSTR") else {
            return;
        };
        if !option.quoted {
            self.error(
                option.at,
                "DLMSTR= takes a string in quotes; the name of a variable is not supported",
            );
            return;
        }
        let mut bytes = option.value.clone().unwrap_or_default();
        if has(b'T') {
            bytes.truncate(bytes.trim_ascii_end().len());
        }
        if bytes.is_empty() {
            self.error(option.at, "DLMSTR= takes a string of at least one character");
            return;
        }
        self.files.get_mut(index).delimiter_string = Some(DelimiterString {
            bytes,
            ignores_case: has(b'I'),
        });
    }

    fn refuse_option(&mut self, given: &GivenOption<'_>) {
        let statement = if given.reads { "INFILE" } else { "FILE" };
        let name = given.name;
        let message = match &given.text {
            Some(text) => format!("{name} of {statement} cannot have `{text}`"),
            None => format!("the option {name} of {statement} is not supported"),
        };
        self.error(given.option.at, message);
    }
}

/// Applies an option that says what kind of thing the path names. Returns whether it is one.
fn device_option(external: &mut External, given: &GivenOption<'_>) -> bool {
    external.device = match (given.name, &given.text) {
        ("PIPE", None) => Device::Pipe,
        ("DISK", None) => Device::Disk,
        ("GZIP", None) => Device::Gzip,
        ("ZIP", None) => Device::Zip(String::new()),
        ("MEMBER", Some(member)) => Device::Zip(member.clone()),
        _ => return false,
    };
    true
}

/// Applies an option that concerns the file alone. Returns whether it has a value that is possible.
fn plain_option(external: &mut External, given: &GivenOption<'_>) -> bool {
    let word = given.text.as_deref().unwrap_or_default().to_ascii_uppercase();
    let number = given.number;
    match (given.name, &given.option.value, given.reads) {
        ("DLM" | "DELIMITER", Some(value), _) if !value.is_empty() => external.delimiters.clone_from(value),
        ("DSD", None, _) => {
            external.dsd = true;
            // DSD implies the delimiter comma unless DLM= gives another.
            if external.delimiters.is_empty() {
                external.delimiters = vec![b','];
            }
        }
        ("MISSOVER", None, true) => external.short_line = ShortLine::Missover,
        ("TRUNCOVER", None, true) => external.short_line = ShortLine::Truncover,
        ("STOPOVER", None, true) => external.short_line = ShortLine::Stopover,
        ("FLOWOVER", None, true) => external.short_line = ShortLine::FlowOver,
        ("DROPOVER", None, false) => external.long_line = LongLine::DropOver,
        ("STOPOVER", None, false) => external.long_line = LongLine::StopOver,
        ("FLOWOVER", None, false) => external.long_line = LongLine::FlowOver,
        ("SCANOVER", None, true) => external.scans_over = true,
        ("EXPANDTABS", None, true) => external.expands_tabs = true,
        ("PAD", None, _) => external.pads = true,
        ("FIRSTOBS", Some(_), true) if number.is_some_and(|number| number > 0) => {
            external.first = number.unwrap_or(1);
        }
        ("OBS", Some(_), true) if word == "MAX" => external.last = None,
        ("OBS", Some(_), true) if number.is_some() => external.last = number,
        ("LRECL", Some(_), _) if number.is_some_and(|number| (1..=LONGEST_LINE).contains(&number)) => {
            external.line_length = number.map_or(LINE_LENGTH, |number| number as u32);
        }
        ("LINESIZE" | "LS", Some(_), _) if number.is_some_and(|number| (1..=LONGEST_LINE).contains(&number)) => {
            let longest = number.map_or(LINE_LENGTH, |number| number as u32);
            external.line_length = external.line_length.min(longest);
        }
        ("N", Some(_), _) => return number.is_some_and(|number| (1..=MOST_LINES).contains(&number)),
        ("BLKSIZE" | "BLK", Some(_), _) => return number.is_some(),
        ("TERMSTR", Some(_), _) => match word.as_str() {
            "LF" | "NL" => external.line_end = LineEnd::LineFeed,
            "CRLF" => external.line_end = LineEnd::Both,
            "CR" => external.line_end = LineEnd::CarriageReturn,
            "NULL" => external.line_end = LineEnd::Null,
            _ => return false,
        },
        ("RECFM", Some(_), _) => match word.as_str() {
            "V" | "VB" | "D" => {}
            "F" | "FB" => {
                external.line_end = LineEnd::Fixed;
                external.pads |= !given.reads;
            }
            "N" | "S" if !matches!(external.kind, ExternalKind::Lines(_)) => external.line_end = LineEnd::Nothing,
            _ => return false,
        },
        // These are combined after all options are known.
        ("DLMSTR" | "DLMSOPT", Some(_), _) => {}
        // FILE chooses whether lines are added when it opens its file.
        ("MOD", None, false) => {}
        // These options state what always holds here: lines vary in length, an output file is replaced, PUT writes no
        // titles. Files are read and written in blocks.
        (
            "NOPAD" | "OLD" | "NOTITLES" | "NOTITLE" | "NOFOOTNOTES" | "NOPRINT" | "NOEXPANDTABS" | "UNBUFFERED"
            | "UNBUF" | "IGNOREDOSEOF",
            None,
            _,
        ) => {}
        _ => return false,
    }
    true
}
