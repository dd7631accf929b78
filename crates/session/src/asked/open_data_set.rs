//! A data set that OPEN has opened.

use feedrate_dataset::format::Order;
use feedrate_dataset::schema::Variable;
use feedrate_dataset::{DataSetName, Error, Libraries, Reader};
use feedrate_values::{Value, format};

use super::data_set_options::DataSetOptions;

/// A data set, and the observation that was fetched last.
pub(super) struct OpenDataSet {
    pub(super) name: DataSetName,
    /// The mode in capitals: `I`, `IN`, `IS` or `U`.
    pub(super) mode: String,
    pub(super) reader: Reader,
    /// The variables that KEEP= and DROP= leave, with their names after RENAME=.
    pub(super) variables: Vec<Variable>,
    /// The observation that was fetched, and its number; 0 before the first.
    row: Vec<u8>,
    pub(super) number: u64,
    /// The observation that POINT has chosen to be fetched next.
    next: Option<u64>,
    /// The number of the observation that the reader returns next.
    reads: u64,
    /// The observations that NOTE has noted.
    pub(super) notes: Vec<Option<u64>>,
    /// True if macro variables get the values of each observation that is fetched.
    pub(super) is_linked: bool,
}

impl OpenDataSet {
    /// Opens a data set with its options, as in `work.a(keep=x obs=10)`.
    pub(super) fn open(text: &str, mode: String, libraries: &Libraries) -> Result<Self, String> {
        let (spelled, options) = text.split_once('(').unwrap_or((text, ")"));
        let options = options.trim_end().strip_suffix(')');
        let options = options.ok_or_else(|| format!("the `(` of {text} is never closed"))?;
        let options = DataSetOptions::parse(options)?;
        let shown = |error: Error| error.to_string();
        let name = libraries.name(spelled.trim()).map_err(shown)?;
        let reader = libraries.open(&name, &options.settings).map_err(shown)?;
        if reader.is_pipe() {
            return Err(format!("{name} is a pipe, which only a step can read"));
        }
        let variables = options.variables(reader.schema(), &name)?;
        Ok(Self {
            name,
            mode,
            reader,
            variables,
            row: Vec::new(),
            number: 0,
            next: None,
            reads: 1,
            notes: Vec::new(),
            is_linked: false,
        })
    }

    /// Fetches the next observation, or the one that POINT has chosen. Returns whether there is one.
    pub(super) fn fetch(&mut self) -> Result<bool, Error> {
        let next = self.next.take().unwrap_or(self.number + 1);
        self.fetch_number(next)
    }

    /// Fetches the observation with a number, from 1. Returns whether there is one.
    pub(super) fn fetch_number(&mut self, number: u64) -> Result<bool, Error> {
        if number == 0 || number > self.reader.rows() {
            return Ok(false);
        }
        if self.reads != number {
            self.reader.set_window(number, None)?;
            self.reads = number;
        }
        let Some(row) = self.reader.next_row()? else {
            return Ok(false);
        };
        self.row.clear();
        self.row.extend_from_slice(row);
        self.reads += 1;
        self.number = number;
        Ok(true)
    }

    /// Goes back to before the first observation.
    pub(super) fn rewind(&mut self) {
        (self.number, self.next) = (0, None);
    }

    /// Makes an observation the one that FETCH fetches.
    pub(super) fn point(&mut self, number: u64) {
        self.next = Some(number);
    }

    /// Returns the names of the variables and their values as text: numbers in BEST12.
    pub(super) fn texts(&self) -> Vec<(String, String)> {
        let text = |value: Value<'_>| match value {
            Value::Number(number) => {
                let mut out = Vec::new();
                format::write_best(number, 12, &mut out);
                String::from_utf8_lossy(out.trim_ascii()).into_owned()
            }
            Value::Text(text) => String::from_utf8_lossy(text.trim_ascii_end()).into_owned(),
        };
        let variables = self.variables.iter().enumerate();
        let values = variables.filter_map(|(place, variable)| Some((variable.name.clone(), text(self.value(place)?))));
        values.collect()
    }

    /// Returns the value of a variable, by its place from 0; `None` before the first observation.
    pub(super) fn value(&self, place: usize) -> Option<Value<'_>> {
        if self.number == 0 {
            return None;
        }
        let variable = self.variables.get(place)?;
        match variable.number_field(Order::Little) {
            Some(field) => Some(Value::Number(field.get(&self.row))),
            None => Some(Value::Text(variable.text_field()?.get(&self.row))),
        }
    }
}
