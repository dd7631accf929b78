//! DATA steps whose text is stored in a library, to be run when they are read or executed.

use super::DataSet;
use crate::source::Position;

/// The form in which a DATA step is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredForm {
    /// `/ view=`: the step runs when the view is read.
    View,
    /// `/ pgm=`: the step runs when it is executed.
    Program,
}

impl StoredForm {
    /// Returns the option that names it, in lower case.
    pub fn option(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Program => "pgm",
        }
    }
}

/// The name under which a DATA step is stored, with its text.
#[derive(Clone, Debug)]
pub struct StoredStep {
    /// Its form.
    pub form: StoredForm,
    /// Its name.
    pub name: DataSet,
    /// The text of the whole step, after macro processing.
    pub text: String,
}

impl StoredStep {
    /// Adds the lines after DATALINES to the text, with those that end them.
    pub(crate) fn record_lines(&mut self, lines: &[Vec<u8>]) {
        for line in lines {
            self.text.push_str(&String::from_utf8_lossy(line));
            self.text.push('\n');
        }
        self.text.push_str(";;;;\n");
    }
}

/// `data view=v; describe; run;` or `data pgm=p; execute; run;`: a request to a stored DATA step.
#[derive(Clone, Debug)]
pub struct StoredStepRequest {
    /// Its form.
    pub form: StoredForm,
    /// Its name.
    pub name: DataSet,
    /// DESCRIBE: its text is logged.
    pub describes: bool,
    /// EXECUTE: it runs.
    pub executes: bool,
    /// The position of the DATA statement.
    pub at: Position,
}
