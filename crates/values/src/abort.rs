//! The end that ABORT and %ABORT give a step or a program, and the exit code of the program.

/// The extent of an ABORT statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AbortExtent {
    /// The step ends, and the steps after it are only checked.
    #[default]
    Step,
    /// The program ends: ABEND.
    Abend,
    /// The program ends: RETURN.
    Return,
    /// The program ends: CANCEL.
    Cancel,
    /// The file that %INCLUDE reads ends, and without one the program: CANCEL FILE.
    CancelFile,
}

/// An ABORT statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abort {
    /// The part of the program that ends.
    pub extent: AbortExtent,
    /// The code that it names.
    pub code: Option<i32>,
    /// NOLIST: the variables are not written to the log.
    pub is_quiet: bool,
}

impl Abort {
    /// Parses the words after ABORT, in any case. Returns the word that is none of its options.
    ///
    /// # Errors
    ///
    /// Returns a word that cannot stand there.
    pub fn parse<'w>(words: impl IntoIterator<Item = &'w str>) -> Result<Self, &'w str> {
        let mut abort = Self::default();
        for word in words {
            match (word.to_ascii_lowercase().as_str(), abort.extent) {
                ("abend", AbortExtent::Step) => abort.extent = AbortExtent::Abend,
                ("return", AbortExtent::Step) => abort.extent = AbortExtent::Return,
                ("cancel", AbortExtent::Step) => abort.extent = AbortExtent::Cancel,
                ("file", AbortExtent::Cancel) => abort.extent = AbortExtent::CancelFile,
                ("nolist", _) => abort.is_quiet = true,
                (number, _) if abort.code.is_none() => abort.code = Some(number.parse().map_err(|_| word)?),
                _ => return Err(word),
            }
        }
        Ok(abort)
    }

    /// Returns whether nothing of the program follows, given whether a file of %INCLUDE is being read.
    pub fn ends_program(self, in_file: bool) -> bool {
        match self.extent {
            AbortExtent::Step => false,
            AbortExtent::CancelFile => !in_file,
            AbortExtent::Abend | AbortExtent::Return | AbortExtent::Cancel => true,
        }
    }

    /// Returns whether its code goes to SYSINFO rather than to the caller of the program.
    pub fn cancels(self) -> bool {
        matches!(self.extent, AbortExtent::Cancel | AbortExtent::CancelFile)
    }

    /// Returns the exit code of the program; `None` for that of a program with errors. As of every process, it is the
    /// last byte of the code.
    pub fn exit_code(self) -> Option<u8> {
        let own = match self.extent {
            AbortExtent::Step => 3,
            AbortExtent::Return => 4,
            AbortExtent::Abend => 5,
            AbortExtent::Cancel | AbortExtent::CancelFile => return None,
        };
        Some(self.code.map_or(own, |code| code.to_le_bytes()[0]))
    }

    /// Returns the sentence for the log; `statement` is the statement, with its article, and `place` follows it.
    pub fn sentence(self, statement: &str, place: &str) -> String {
        match self.extent {
            AbortExtent::Cancel | AbortExtent::CancelFile => {
                format!("Execution canceled by {statement} CANCEL statement{place}.")
            }
            AbortExtent::Abend => {
                format!("Execution terminated by {statement} statement{place}, it specified the ABEND option.")
            }
            AbortExtent::Return => {
                format!("Execution terminated by {statement} statement{place}, it specified the RETURN option.")
            }
            AbortExtent::Step => format!("Execution terminated by {statement} statement{place}."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(words: &str) -> Option<u8> {
        Abort::parse(words.split_whitespace()).unwrap().exit_code()
    }

    /// SAS 9.4 Companion for UNIX Environments, exit status codes.
    #[test]
    fn exit_codes_are_those_of_unix() {
        assert_eq!(
            [
                "",
                "return",
                "abend",
                "return 7",
                "ABEND 200",
                "9",
                "return 256",
                "cancel 8"
            ]
            .map(code),
            [Some(3), Some(4), Some(5), Some(7), Some(200), Some(9), Some(0), None]
        );
    }

    #[test]
    fn words_stand_in_their_order() {
        assert_eq!(Abort::parse(["cancel", "FILE", "nolist", "3"]).unwrap().code, Some(3));
        assert_eq!(Abort::parse(["file"]), Err("file"));
        assert_eq!(Abort::parse(["return", "abend"]), Err("abend"));
        assert_eq!(Abort::parse(["1", "2"]), Err("2"));
        assert!(!Abort::parse(["cancel", "file"]).unwrap().ends_program(true));
    }
}
