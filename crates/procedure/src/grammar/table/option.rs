//! The arguments of options, and the places for them.

use feedrate_language::Position;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name};
use feedrate_stats::Divisor;
use feedrate_stats::quantile::Definition as QuantileDefinition;

use super::argument::Argument;
use super::description::Form;
use crate::variables::ClassOrder;

/// The argument of an option, and the place for it in a `T`.
pub enum OptionValue<T: 'static> {
    /// Nothing.
    Switch(fn(&mut T)),
    /// One of some words. Several names of one have blanks between them, and the first is the one that is shown.
    Words(&'static [WordSetter<T>]),
    /// A whole number between two.
    Whole(u64, u64, fn(&mut T, u64)),
    /// A number that is not negative.
    NotNegative(fn(&mut T, f64)),
    /// A probability of error.
    Alpha(fn(&mut T, f64)),
    /// A data set.
    Data(fn(&mut T, DataSet)),
    /// A name.
    Named(fn(&mut T, Name)),
    /// A text in quotes.
    Quoted(fn(&mut T, String)),
    /// A format, as it is written.
    Format(fn(&mut T, (String, Position))),
    /// An order of levels.
    Order(fn(&mut T, ClassOrder)),
    /// An order of levels, or none where the most frequent comes first.
    OrderOrFrequency(fn(&mut T, Option<ClassOrder>)),
    /// The divisor of variances.
    VarianceDivisor(fn(&mut T, Divisor)),
    /// The definition of percentiles, and where it stands.
    Percentiles(fn(&mut T, QuantileDefinition, Position)),
    /// The argument of a parser of its own, and its form.
    Own(&'static str, fn(&mut T, &mut Argument<'_, '_>) -> Result<()>),
}

/// The names of a word, and where it goes.
type WordSetter<T> = (&'static str, fn(&mut T));

const ORDERS: &[(&str, ClassOrder)] = &[
    ("DATA", ClassOrder::Data),
    ("FORMATTED EXTERNAL", ClassOrder::Formatted),
    ("INTERNAL UNFORMATTED", ClassOrder::Internal),
];

const ORDERS_AND_FREQUENCY: &[(&str, Option<ClassOrder>)] = &[
    ("DATA", Some(ClassOrder::Data)),
    ("FORMATTED EXTERNAL", Some(ClassOrder::Formatted)),
    ("FREQ", None),
    ("INTERNAL UNFORMATTED", Some(ClassOrder::Internal)),
];

const DIVISORS: &[(&str, Divisor)] = &[
    ("DF", Divisor::Degrees),
    ("N", Divisor::Number),
    ("WDF", Divisor::WeightDegrees),
    ("WEIGHT WGT", Divisor::Weight),
];

const PERCENTILES: &str = "a whole number from 1 to 5";
const ALPHA: &str = "a number between 0 and 1";
const NOT_NEGATIVE: &str = "a number that is not negative";

impl<T> OptionValue<T> {
    /// Reads what follows the name of the option.
    pub fn take(&self, target: &mut T, argument: &mut Argument<'_, '_>) -> Result<()> {
        match self {
            Self::Switch(set) => set(target),
            Self::Words(words) => one_of(argument, words)?(target),
            Self::Whole(least, most, set) => {
                let word = argument.word()?;
                let number = word.text.strip_suffix('.').unwrap_or(&word.text).parse();
                let number = number.ok().filter(|number| (*least..=*most).contains(number));
                set(target, number.ok_or_else(|| argument.wrong(&word, &self.form()[1..]))?);
            }
            Self::NotNegative(set) => {
                set(target, number(argument, NOT_NEGATIVE, |number| number >= 0.0)?);
            }
            Self::Alpha(set) => {
                set(target, number(argument, ALPHA, |alpha| 0.0 < alpha && alpha < 1.0)?);
            }
            Self::Data(set) => {
                argument.equals()?;
                set(target, argument.cursor.data_set()?);
            }
            Self::Named(set) => {
                argument.equals()?;
                let what = format!("a name for {}=", argument.name);
                set(target, argument.cursor.expect_name(&what)?);
            }
            Self::Quoted(set) => {
                argument.equals()?;
                let what = format!("a text for {}=", argument.name);
                set(target, argument.cursor.expect_string(&what)?);
            }
            Self::Format(set) => {
                argument.equals()?;
                let at = argument.cursor.position();
                let what = format!("a format for {}=", argument.name);
                set(target, (argument.cursor.expect_spec(&what)?, at));
            }
            Self::Order(set) => set(target, *one_of(argument, ORDERS)?),
            Self::OrderOrFrequency(set) => set(target, *one_of(argument, ORDERS_AND_FREQUENCY)?),
            Self::VarianceDivisor(set) => set(target, *one_of(argument, DIVISORS)?),
            Self::Percentiles(set) => {
                let word = argument.word()?;
                let definition = word.text.parse().ok().and_then(QuantileDefinition::of);
                let wrong = || argument.wrong(&word, PERCENTILES);
                set(target, definition.ok_or_else(wrong)?, word.at);
            }
            Self::Own(_, take) => take(target, argument)?,
        }
        Ok(())
    }
}

impl<T> Form for OptionValue<T> {
    fn form(&self) -> String {
        match self {
            Self::Switch(_) => String::new(),
            Self::Words(words) => format!("={}", list(words)),
            Self::Whole(least, most, _) => format!("=a whole number from {least} to {most}"),
            Self::NotNegative(_) => format!("={NOT_NEGATIVE}"),
            Self::Alpha(_) => format!("={ALPHA}"),
            Self::Data(_) => "=a data set".to_owned(),
            Self::Named(_) => "=a name".to_owned(),
            Self::Quoted(_) => "=a text in quotes".to_owned(),
            Self::Format(_) => "=a format".to_owned(),
            Self::Order(_) => format!("={}", list(ORDERS)),
            Self::OrderOrFrequency(_) => format!("={}", list(ORDERS_AND_FREQUENCY)),
            Self::VarianceDivisor(_) => format!("={}", list(DIVISORS)),
            Self::Percentiles(_) => format!("={PERCENTILES}"),
            Self::Own(form, _) => (*form).to_owned(),
        }
    }
}

/// Takes the equals sign and one of some words.
pub fn one_of<V>(argument: &mut Argument<'_, '_>, words: &'static [(&'static str, V)]) -> Result<&'static V> {
    let word = argument.word()?;
    let is_meant = |names: &str| {
        let mut names = names.split(' ');
        names.any(|name| name.eq_ignore_ascii_case(&word.text))
    };
    match words.iter().find(|(names, _)| is_meant(names)) {
        Some((_, value)) => Ok(value),
        None => Err(argument.wrong(&word, &list(words))),
    }
}

/// Words as a sentence lists them: `A, B or C`.
pub fn list<V>(words: &[(&str, V)]) -> String {
    let names = words.iter().filter_map(|(names, _)| names.split(' ').next());
    let names: Vec<&str> = names.collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Takes the equals sign and a number.
fn number(argument: &mut Argument<'_, '_>, takes: &str, fits: fn(f64) -> bool) -> Result<f64> {
    let word = argument.word()?;
    let number = word.text.parse().ok().filter(|number: &f64| number.is_finite());
    let number = number.filter(|number| fits(*number));
    number.ok_or_else(|| argument.wrong(&word, takes))
}
