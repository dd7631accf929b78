//! The mapping of a file's columns to variables.

use arrow_schema::{DataType, Schema as ArrowSchema, TimeUnit};
use feedrate_dataset::Schema;
use feedrate_dataset::file_format::{Names, label};
use feedrate_dataset::format::field::{NumberField, Order, TextField};
use feedrate_dataset::schema::{LONGEST_TEXT, MOST_VARIABLES, SchemaError, Variable};
use feedrate_values::Kind as ValueKind;
use feedrate_values::format::Moment;

use crate::stored_attributes::StoredAttributes;

/// The kind of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Numbers of any type; booleans are 1 and 0.
    Number,
    /// Days since 1970.
    Days,
    /// Units since 1970, and the number of them in a second.
    Since1970(i64),
    /// Units since midnight, or durations, and the number of units in a second.
    Clock(i64),
    /// Strings, or bytes that are read as strings.
    Text,
    /// UUIDs, which become their text.
    Uuid,
}

/// The length of a UUID as text.
pub const UUID_LENGTH: usize = 36;

/// The extension type of Arrow for UUIDs, and the key by which a column tells its own.
const UUID: &str = "arrow.uuid";
const EXTENSION: &str = "ARROW:extension:name";

impl Kind {
    /// Returns the kind of a type; `None` if no variable can have its values.
    fn of(data_type: &DataType) -> Option<Self> {
        use DataType as T;
        Some(match data_type {
            T::Dictionary(_, values) => return Self::of(values),
            T::RunEndEncoded(_, values) => return Self::of(values.data_type()),
            T::Date32 => Self::Days,
            // Milliseconds that are always whole days.
            T::Date64 => Self::Days,
            T::Timestamp(unit, _) => Self::Since1970(units(*unit)),
            T::Time32(unit) | T::Time64(unit) | T::Duration(unit) => Self::Clock(units(*unit)),
            T::Utf8 | T::LargeUtf8 | T::Utf8View => Self::Text,
            T::Binary | T::LargeBinary | T::BinaryView | T::FixedSizeBinary(_) => Self::Text,
            T::Null | T::Boolean => Self::Number,
            other if other.is_numeric() => Self::Number,
            _ => return None,
        })
    }

    fn moment(self) -> Option<Moment> {
        match self {
            Self::Days => Some(Moment::Date),
            Self::Since1970(_) => Some(Moment::Datetime),
            Self::Clock(_) => Some(Moment::Time),
            Self::Number | Self::Text | Self::Uuid => None,
        }
    }
}

/// Returns the units in a second.
fn units(unit: TimeUnit) -> i64 {
    match unit {
        TimeUnit::Second => 1,
        TimeUnit::Millisecond => 1_000,
        TimeUnit::Microsecond => 1_000_000,
        TimeUnit::Nanosecond => 1_000_000_000,
    }
}

/// The field of a column in a row.
#[derive(Clone, Copy, Debug)]
pub enum RowField {
    Number(NumberField),
    Text(TextField),
}

impl RowField {
    /// Returns the length of the field.
    pub fn length(self) -> usize {
        match self {
            Self::Number(field) => field.length(),
            Self::Text(field) => field.length(),
        }
    }
}

/// A column that becomes a variable.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its index in the file.
    pub index: usize,
    /// The index of the variable.
    pub variable: usize,
    pub kind: Kind,
    pub place: RowField,
}

/// The columns of a file that become variables, before the lengths of character variables are known.
#[derive(Debug)]
pub struct ChosenColumns {
    columns: Vec<(usize, String, Kind)>,
    pub notes: Vec<String>,
}

impl ChosenColumns {
    /// Selects the columns of a schema. Those with the indices `uuids` are UUIDs by what else the file tells of them.
    pub fn of(schema: &ArrowSchema, uuids: &[usize]) -> Self {
        let (mut columns, mut notes, mut with_zone) = (Vec::new(), Vec::new(), Vec::new());
        for (index, field) in schema.fields().iter().enumerate() {
            let is_told = || field.metadata().get(EXTENSION).is_some_and(|it| it == UUID);
            let kind = match field.data_type() {
                DataType::FixedSizeBinary(16) if uuids.contains(&index) || is_told() => Some(Kind::Uuid),
                other => Kind::of(other),
            };
            match kind {
                Some(kind) => columns.push((index, field.name().clone(), kind)),
                None => notes.push(format!(
                    "column `{}` is left out: no variable can have values of type {}",
                    field.name().escape_debug(),
                    field.data_type()
                )),
            }
            if let DataType::Timestamp(_, Some(_)) = field.data_type() {
                with_zone.push(format!("`{}`", field.name().escape_debug()));
            }
        }
        if !with_zone.is_empty() {
            let columns = with_zone.join(", ");
            notes.push(format!("datetimes with a time zone are given in UTC: {columns}"));
        }
        Self { columns, notes }
    }

    /// Returns the indices of character columns in the file.
    pub fn texts(&self) -> Vec<usize> {
        let texts = self.columns.iter().filter(|(.., kind)| *kind == Kind::Text);
        texts.map(|(index, ..)| *index).collect()
    }

    /// Returns the names of character columns in the file.
    pub fn names_of_texts(&self) -> impl Iterator<Item = &str> {
        let texts = self.columns.iter().filter(|(.., kind)| *kind == Kind::Text);
        texts.map(|(_, name, _)| name.as_str())
    }

    /// Lays out a row. `longest` are the greatest lengths of the character columns, in order.
    ///
    /// # Errors
    ///
    /// Returns an error if the variables do not form a valid schema.
    pub fn lay_out(mut self, longest: &[usize], kept: &StoredAttributes, is_own: bool) -> Result<Layout, SchemaError> {
        if self.columns.is_empty() {
            return Err(SchemaError::NoColumns);
        }
        if self.columns.len() > MOST_VARIABLES {
            let count = self.columns.len();
            return Err(SchemaError::TooMany { count });
        }
        let mut names = Names::default();
        let mut longest = longest.iter();
        let variables = self.columns.iter().map(|(_, column, kind)| {
            let name = names.next(column);
            let mut variable = match kind {
                Kind::Text => {
                    let length = longest.next().copied().unwrap_or(1);
                    Variable::text(name, length.clamp(1, LONGEST_TEXT as usize) as u32)
                }
                Kind::Uuid => Variable::text(name, UUID_LENGTH as u32),
                _ => Variable::number(name),
            };
            variable.format = kind.moment().map(Moment::format);
            if variable.name != *column {
                variable.label = label(column.clone());
            }
            kept.restore(column, &mut variable, is_own);
            variable
        });
        let schema = Schema::lay_out(variables.collect())?;
        self.notes.extend(names.note());
        let placed = self.columns.iter().zip(schema.variables());
        let columns = placed.enumerate().filter_map(|(number, ((index, _, kind), variable))| {
            Some(Column {
                index: *index,
                variable: number,
                kind: *kind,
                place: match variable.kind {
                    ValueKind::Number => RowField::Number(variable.number_field(Order::Little)?),
                    ValueKind::Text => RowField::Text(variable.text_field()?),
                },
            })
        });
        Ok(Layout {
            columns: columns.collect(),
            schema,
            notes: self.notes,
        })
    }
}

/// The columns of a file that become variables, and their fields in a row.
#[derive(Debug)]
pub struct Layout {
    pub schema: Schema,
    pub columns: Vec<Column>,
    pub notes: Vec<String>,
}
