//! The parts of the session that functions ask for, and what they have opened.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use feedrate_dataset::library::Assignment;
use feedrate_dataset::{DataSetName, Libraries};
use feedrate_values::Value;
use feedrate_values::function::Answer;
use feedrate_values::missing::MISSING;

use super::handles::Handles;
use super::open_data_set::OpenDataSet;
use super::open_file::OpenFile;
use super::open_folder::OpenFolder;
use crate::file_references::FileReferences;
use crate::options::SystemOptions;

/// The things that functions have opened, and the message of the last one.
#[derive(Default)]
pub(crate) struct FunctionState {
    pub(super) data_sets: Handles<OpenDataSet>,
    pub(super) files: Handles<OpenFile>,
    pub(super) folders: Handles<OpenFolder>,
    /// The code of the last function, and its text, which SYSMSG returns once.
    pub(super) code: i32,
    pub(super) text: String,
}

impl FunctionState {
    /// Returns the numbers of the open data sets.
    pub(crate) fn data_sets(&self) -> BTreeSet<u32> {
        self.data_sets.numbers()
    }

    /// Closes the data sets that a step has opened, which has ended: all but these.
    pub(crate) fn close_data_sets_but(&mut self, numbers: &BTreeSet<u32>) {
        self.data_sets.keep(numbers);
    }
}

/// A change of the libraries that a function asks for. A running step reads them, so that it is made after the step.
pub(crate) enum LibraryRequest {
    /// A library to assign.
    Assign(Box<Assignment>),
    /// The libref of a library to clear.
    Clear(String),
    /// A data set, and its new name in its library.
    Rename(DataSetName, String),
}

/// The parts of the session that functions ask for.
pub(crate) struct Respondent<'s> {
    pub(crate) state: &'s mut FunctionState,
    pub(crate) references: &'s mut FileReferences,
    pub(crate) libraries: &'s Libraries,
    /// The changes of libraries that functions ask for, in their order.
    pub(crate) requests: &'s mut Vec<LibraryRequest>,
    pub(crate) options: &'s SystemOptions,
    pub(crate) stop: &'s Arc<AtomicBool>,
}

impl Respondent<'_> {
    /// Returns the answer of a function that has succeeded.
    pub(super) fn succeed(&mut self) -> Answer {
        self.say(0, "");
        Answer::Number(0.0)
    }

    /// Returns the answer of a function that has failed, whose code is its result.
    pub(super) fn fail(&mut self, code: i32, text: impl Into<String>) -> Answer {
        self.say(code, text);
        Answer::Number(f64::from(code))
    }

    /// Returns the answer 0 of a function that was to open something, and keeps the reason for SYSMSG.
    pub(super) fn open_nothing(&mut self, text: impl Into<String>) -> Answer {
        self.say(NOT_OPENED, text);
        Answer::Number(0.0)
    }

    /// Keeps the code and the text of a function.
    pub(super) fn say(&mut self, code: i32, text: impl Into<String>) {
        (self.state.code, self.state.text) = (code, text.into());
    }
}

/// The code of a function that could not open what it was to: that of a file that is not there.
pub(super) const NOT_OPENED: i32 = 20_006;

/// The code at the end of a data set or a file.
pub(super) const END: i32 = -1;

/// The arguments of a function.
#[derive(Clone, Copy)]
pub(super) struct Arguments<'a>(pub(super) &'a [Value<'a>]);

impl Arguments<'_> {
    /// Returns a text without blanks around it; empty if there is none.
    pub(super) fn text(self, position: usize) -> String {
        String::from_utf8_lossy(self.bytes(position).trim_ascii()).into_owned()
    }

    /// Returns a text as it is; empty if there is none.
    pub(super) fn bytes(self, position: usize) -> Vec<u8> {
        match self.0.get(position) {
            Some(Value::Text(text)) => text.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Returns a number; missing if there is none.
    pub(super) fn number(self, position: usize) -> f64 {
        match self.0.get(position) {
            Some(Value::Number(number)) => *number,
            _ => MISSING,
        }
    }

    /// Returns a number that counts from 1.
    pub(super) fn count(self, position: usize) -> Option<u64> {
        let number = self.number(position);
        (number >= 1.0 && number.fract() == 0.0).then_some(number as u64)
    }
}
