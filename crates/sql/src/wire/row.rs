//! Expressions that are evaluated row by row, as they travel with the state of the session that they use.

use std::path::PathBuf;
use std::sync::Arc;

use datafusion::common::{Result, exec_err};
use datafusion::logical_expr::{ScalarUDF, ScalarUDFImpl, Volatility};
use feedrate_dataset::DataSetName;
use feedrate_language::Position;
use feedrate_language::tree::{CallArgument, Expression, ExpressionKind, InItem};
use feedrate_lower::{Catalog, DataSetFacts, Options, RowInput};
use feedrate_program::Site;
use feedrate_values::format::Formats;
use feedrate_values::function::FixedClock;
use feedrate_values::informat::{DateOrder, Informat, InformatSettings, MissingLetters};
use feedrate_values::{Kind, Spec};
use serde::{Deserialize, Serialize};

use super::expression::WireExpression;
use crate::function::{RowFunction, RowSource};
use crate::shared::SharedState;

/// Functions whose formats or informats are computed.
const BY_NAME: [&str; 4] = ["putn", "putc", "inputn", "inputc"];

/// Functions that read macro variables.
const OF_SYMBOLS: [&str; 3] = ["symexist", "symget", "symgetn"];

/// An expression that is evaluated row by row.
#[derive(Serialize, Deserialize)]
pub(super) struct WireRow {
    expression: WireExpression,
    /// The name of each input, whether it is a character value, and its length.
    inputs: Vec<(String, bool, u32)>,
    /// The name in plans.
    name: String,
    is_condition: bool,
    session: WireSession,
}

/// The state of a session that expressions use.
#[derive(Serialize, Deserialize)]
struct WireSession {
    /// The bits of the statement's time.
    now: u64,
    /// ERRORS=.
    errors: u32,
    /// FMTERR.
    format_errors: bool,
    /// MISSING=.
    missing_character: u8,
    /// The seconds by which local time is ahead, for formats and for informats.
    utc_offsets: (i32, i32),
    /// YEARCUTOFF=.
    year_cutoff: i32,
    /// DATESTYLE=, as an index into [`DATE_ORDERS`].
    date_order: u8,
    /// The letters of the statement MISSING.
    missing_letters: Vec<u8>,
}

const DATE_ORDERS: [DateOrder; 3] = [
    DateOrder::MonthDayYear,
    DateOrder::DayMonthYear,
    DateOrder::YearMonthDay,
];

impl WireRow {
    /// Returns the form of a function; `None` if it is none that is evaluated row by row.
    ///
    /// # Errors
    ///
    /// Fails with the reason if it uses something that other processes do not have.
    pub(super) fn of(function: &ScalarUDF) -> Result<Option<Self>> {
        let Some(row) = function.inner().downcast_ref::<RowFunction>() else {
            return Ok(None);
        };
        let RowSource { expression, inputs } = &row.source;
        let (name, shared) = (row.name(), &row.shared);
        if row.signature().volatility == Volatility::Volatile {
            return exec_err!("it draws random numbers in the order of the rows");
        }
        if calls(expression, &OF_SYMBOLS) {
            return exec_err!("an expression of it reads macro variables for each row");
        }
        let has_formats = shared.formats.has_definitions();
        if has_formats && (converts(expression) || calls(expression, &BY_NAME)) {
            return exec_err!("an expression of it may use a format of PROC FORMAT");
        }
        let Some(travelling) = WireExpression::of(expression) else {
            return exec_err!("an expression of it has a part that does not travel");
        };
        let inputs = inputs.iter().map(|input| {
            let is_text = input.kind == Kind::Text;
            (input.name.clone(), is_text, input.length)
        });
        Ok(Some(Self {
            expression: travelling,
            inputs: inputs.collect(),
            name: name.to_owned(),
            is_condition: row.is_condition,
            session: WireSession::of(shared),
        }))
    }

    /// Returns the function, lowered again.
    pub(super) fn function(self) -> Result<ScalarUDF> {
        let inputs = self.inputs.into_iter().map(|(name, is_text, length)| {
            let kind = match is_text {
                true => Kind::Text,
                false => Kind::Number,
            };
            RowInput { name, kind, length }
        });
        let inputs: Vec<_> = inputs.collect();
        let Some(expression) = self.expression.expression(Position::START) else {
            return exec_err!("{} has an operator that is not known here", self.name);
        };
        let options = Options {
            format_errors: self.session.format_errors,
            ..Options::default()
        };
        let mut catalog = self.session.catalog();
        let (row, diagnostics) = feedrate_lower::row(&expression, &inputs, self.is_condition, &mut catalog, &options);
        let Some(row) = row else {
            let error = diagnostics.into_iter().find(|one| one.is_error());
            let why = error.map_or_else(String::new, |error| error.message);
            return exec_err!("{} cannot be understood here: {why}", self.name);
        };
        let clock = FixedClock(f64::from_bits(self.session.now));
        let mut shared = SharedState::new(catalog.formats, clock, self.session.errors);
        shared.informats = catalog.informats;
        let source = RowSource { expression, inputs };
        let function = RowFunction::new(row, source, self.name, self.is_condition, false, Arc::new(shared));
        Ok(ScalarUDF::new_from_impl(function))
    }
}

impl WireSession {
    fn of(shared: &SharedState) -> Self {
        let (formats, informats) = (&shared.formats, shared.informats);
        let order = DATE_ORDERS.iter().position(|order| *order == informats.date_order);
        let letters = (b'A'..=b'Z').chain([b'_']);
        Self {
            now: shared.clock.0.to_bits(),
            errors: shared.errors,
            format_errors: shared.format_errors,
            missing_character: formats.missing_character(),
            utc_offsets: (formats.utc_offset(), informats.utc_offset),
            year_cutoff: informats.year_cutoff,
            date_order: order.unwrap_or_default() as u8,
            missing_letters: letters
                .filter(|letter| informats.missing_letters.contains(*letter))
                .collect(),
        }
    }

    fn catalog(&self) -> RowCatalog {
        let mut formats = Formats::default();
        formats.set_missing_character(self.missing_character);
        formats.set_utc_offset(self.utc_offsets.0);
        let mut missing_letters = MissingLetters::default();
        for letter in &self.missing_letters {
            missing_letters.insert(*letter);
        }
        let order = DATE_ORDERS.get(usize::from(self.date_order)).copied();
        RowCatalog {
            formats,
            informats: InformatSettings {
                year_cutoff: self.year_cutoff,
                date_order: order.unwrap_or(DateOrder::MonthDayYear),
                missing_letters,
                utc_offset: self.utc_offsets.1,
            },
        }
    }
}

/// The catalog of an expression that has travelled: formats and informats of the language, and nothing else.
struct RowCatalog {
    formats: Formats,
    informats: InformatSettings,
}

/// The error for what only a session has.
fn only_in_a_session<T>() -> std::result::Result<T, String> {
    Err("it is not part of a session here".to_owned())
}

impl Catalog for RowCatalog {
    fn data_set(&mut self, _: &DataSetName) -> std::result::Result<DataSetFacts, String> {
        only_in_a_session()
    }

    fn check_output(&mut self, _: &DataSetName) -> std::result::Result<(), String> {
        only_in_a_session()
    }

    fn members(&mut self, _: &str) -> std::result::Result<Vec<String>, String> {
        only_in_a_session()
    }

    fn default_library(&self) -> String {
        "WORK".to_owned()
    }

    fn last_data_set(&self) -> Option<DataSetName> {
        None
    }

    fn next_data_set(&mut self) -> std::result::Result<DataSetName, String> {
        only_in_a_session()
    }

    fn formats(&self) -> &Formats {
        &self.formats
    }

    fn informat(&self, spec: &Spec, kind: Kind, length: u32) -> std::result::Result<Informat, String> {
        let found = Informat::resolve(spec, kind, length as usize, self.informats);
        found.map_err(|error| error.to_string())
    }

    fn file(&self, _: &str) -> Option<PathBuf> {
        None
    }

    fn site(&self, position: Position) -> Site {
        Site {
            line: position.line,
            column: position.column,
        }
    }
}

/// Returns whether an expression calls one of these functions.
fn calls(expression: &Expression, names: &[&str]) -> bool {
    has(expression, &|part| match &part.kind {
        ExpressionKind::Call { name, .. } => names.iter().any(|own| name.eq_ignore_ascii_case(own)),
        _ => false,
    })
}

/// Returns whether an expression converts a value by a format or an informat.
fn converts(expression: &Expression) -> bool {
    has(expression, &|part| {
        matches!(part.kind, ExpressionKind::Conversion { .. })
    })
}

/// Returns whether an expression or a part of it is wanted.
fn has(expression: &Expression, is_wanted: &dyn Fn(&Expression) -> bool) -> bool {
    let within = |part: &Expression| has(part, is_wanted);
    is_wanted(expression)
        || match &expression.kind {
            ExpressionKind::Call { arguments, .. } => arguments.iter().any(|one| match one {
                CallArgument::One(one) => within(one),
                CallArgument::Of(..) | CallArgument::Omitted(_) => false,
            }),
            ExpressionKind::Conversion { value, .. }
            | ExpressionKind::Unary(_, value)
            | ExpressionKind::IsMissing(value) => within(value),
            ExpressionKind::Binary { left, right, .. } | ExpressionKind::Contains(left, right) => {
                within(left) || within(right)
            }
            ExpressionKind::In { value, among, .. } => {
                let of_item = |item: &InItem| match item {
                    InItem::One(one) => within(one),
                    InItem::Range(..) | InItem::Array(_) => false,
                };
                within(value) || among.iter().any(of_item)
            }
            ExpressionKind::Between(value, low, high) => within(value) || within(low) || within(high),
            ExpressionKind::Like { value, pattern, escape } => {
                within(value) || within(pattern) || escape.as_deref().is_some_and(within)
            }
            ExpressionKind::Number(_)
            | ExpressionKind::Text(_)
            | ExpressionKind::Name(_)
            | ExpressionKind::Element { .. }
            | ExpressionKind::Object(_)
            | ExpressionKind::Sql(_) => false,
        }
}

/// Returns the settings with which the catalog of a session resolves informats.
pub(crate) fn informats_of(catalog: &dyn Catalog) -> InformatSettings {
    let spec = Spec {
        width: Some(8),
        ..Spec::default()
    };
    let found = catalog.informat(&spec, Kind::Number, 8);
    found.map_or_else(|_| InformatSettings::default(), |found| found.settings())
}
