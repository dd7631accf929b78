//! Makes columns from the items of COLUMN, including crossed ones.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Name;
use feedrate_procedure::grammar::input::InputVariables;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::variables::ClassOrder;

use super::column::Item;
use super::define::{Define, Use};
use super::options::ReportOptions;
use super::parts::{Class, ColumnPart, Columns};
use super::usage::{KnownColumn, Meaning, Usage, names_of};
use crate::aggregate::Statistic;

/// The maximum number of columns in COLUMN, before ACROSS variables are expanded.
const MOST_COLUMNS: usize = 32_767;

/// The context of an item of COLUMN.
#[derive(Clone, Default)]
pub(super) struct ItemContext {
    pub variable: Option<(KnownColumn, bool)>,
    pub statistic: Option<(Statistic, Define)>,
    /// The ACROSS variables.
    pub across: Vec<usize>,
}

/// Makes the columns.
pub(super) struct Maker<'m, 'p> {
    pub lowering: &'m ProcedureLowering<'p>,
    pub options: &'m ReportOptions,
    pub usage: &'m Usage<'m>,
    pub variables: InputVariables<'m>,
    pub columns: Columns,
    /// The number of columns that were made.
    pub made: usize,
}

impl Maker<'_, '_> {
    pub(super) fn make(mut self, items: &[Item]) -> Result<Columns> {
        // GROUP and ORDER variables precede ACROSS variables.
        self.classes(false)?;
        self.columns.rows = self.columns.classes.len();
        self.classes(true)?;
        let mut parts = Vec::new();
        for item in items {
            parts.extend(self.crossed(std::slice::from_ref(item), &ItemContext::default())?);
        }
        self.columns.parts = parts;
        Ok(self.columns)
    }

    /// Finds the GROUP and ORDER variables or, with `across`, the ACROSS variables.
    fn classes(&mut self, across: bool) -> Result<()> {
        let usage = self.usage;
        usage.all.iter().try_for_each(|known| self.class(known, across))
    }

    pub(super) fn class(&mut self, known: &KnownColumn, across: bool) -> Result<()> {
        let Meaning::Variable(index, usage) = known.meaning else {
            return Ok(());
        };
        let is_class = match self.usage.used(usage) {
            Use::Group | Use::Order => !across,
            Use::Across => across,
            _ => false,
        };
        let is_known = self.class_of(&known.name).is_some();
        if !is_class || is_known {
            return Ok(());
        }
        let at = known.define.name.at;
        if across && self.usage.detail {
            let name = known.name.to_uppercase();
            let message = format!("{name} is an ACROSS variable of a report of observations, which is not supported");
            return Err(Diagnostic::error(at, message).with_hint("define the other variables as GROUP or ANALYSIS"));
        }
        let variable = self.variables.variable(index);
        let (order, by_frequency) = known.define.order.unwrap_or((ClassOrder::Formatted, false));
        let formatted = known.define.format.is_some() || variable.format.is_some();
        self.columns.classes.push(Class {
            variable: variable.name.clone(),
            name: known.name.clone(),
            format: self.format(known, None)?.0,
            formatted,
            order: match (order, formatted) {
                // Without a format, the formatted value is the value.
                (ClassOrder::Formatted, false) => ClassOrder::Internal,
                (order, _) => order,
            },
            by_frequency,
            descending: known.define.descending,
            missing: self.options.missing || known.define.missing,
        });
        Ok(())
    }

    pub(super) fn class_of(&self, name: &str) -> Option<usize> {
        let mut classes = self.columns.classes.iter();
        classes.position(|class| class.name.eq_ignore_ascii_case(name))
    }

    /// Makes the columns of crossed items, each nested under the previous one.
    pub(super) fn crossed(&mut self, factors: &[Item], around: &ItemContext) -> Result<Vec<ColumnPart>> {
        let Some((first, rest)) = factors.split_first() else {
            return Ok(vec![self.leaf(around)?]);
        };
        match first {
            Item::Name { name, alias } => self.named(name, alias.as_ref(), rest, around),
            Item::List(list) => {
                let mut parts = Vec::new();
                for name in names_of(self.variables, list)? {
                    parts.extend(self.named(&name, None, rest, around)?);
                }
                Ok(parts)
            }
            Item::Crossing(inner) => {
                let all: Vec<Item> = inner.iter().chain(rest).cloned().collect();
                self.crossed(&all, around)
            }
            Item::Group { headings, items } => {
                let mut parts = Vec::new();
                for item in items {
                    let mut all = vec![item.clone()];
                    all.extend_from_slice(rest);
                    parts.extend(self.crossed(&all, around)?);
                }
                if headings.is_empty() {
                    return Ok(parts);
                }
                let heading = self.split(headings);
                Ok(vec![ColumnPart::Span { heading, parts }])
            }
        }
    }

    pub(super) fn named(
        &mut self,
        name: &Name,
        alias: Option<&Name>,
        rest: &[Item],
        around: &ItemContext,
    ) -> Result<Vec<ColumnPart>> {
        let known = self.usage.known(name, alias)?;
        self.made += 1;
        if self.made > MOST_COLUMNS {
            let message = format!("COLUMN stands for more than {MOST_COLUMNS} columns");
            return Err(Diagnostic::error(name.at, message));
        }
        let mut inside = around.clone();
        let is_last = rest.is_empty();
        let refused = |what: &str| {
            let message = format!("{} {what}", name.text.to_uppercase());
            Err(Diagnostic::error(name.at, message))
        };
        match known.meaning {
            Meaning::Variable(_, Use::Across) => {
                let class = self.class_of(&known.name).unwrap_or_default();
                if inside.across.contains(&class) {
                    return refused("cannot stand under itself");
                }
                let heading = self.heading(&known);
                inside.across.push(class);
                let parts = self.crossed(rest, &inside)?;
                Ok(vec![ColumnPart::Across { class, heading, parts }])
            }
            Meaning::Variable(_, Use::Analysis) => {
                if inside.variable.is_some() {
                    return refused("is analysed, and cannot be under another such variable");
                }
                // If more is nested under it, the variable has a heading of its own.
                inside.variable = Some((known.clone(), !is_last));
                self.spanned(&known, rest, &inside)
            }
            Meaning::Statistic(statistic) => {
                if inside.statistic.is_some() {
                    return refused("is a statistic, and cannot be under another");
                }
                inside.statistic = Some((statistic, known.define.clone()));
                self.spanned(&known, rest, &inside)
            }
            _ if !is_last || inside.variable.is_some() || inside.statistic.is_some() => {
                refused("cannot be crossed with others; only ACROSS and ANALYSIS variables and statistics can")
            }
            _ if !inside.across.is_empty() => {
                refused("cannot stand under an ACROSS variable; it takes ANALYSIS variables and statistics")
            }
            Meaning::Variable(index, usage) => Ok(vec![self.value(&known, index, usage)?]),
            Meaning::Computed(text) => Ok(vec![self.computed(&known, text)?]),
        }
    }

    /// Makes the columns nested under an analysis variable or a statistic, below its heading; without any its column.
    fn spanned(&mut self, known: &KnownColumn, rest: &[Item], around: &ItemContext) -> Result<Vec<ColumnPart>> {
        Ok(vec![match rest.is_empty() {
            true => self.leaf(around)?,
            false => ColumnPart::Span {
                heading: self.heading(known),
                parts: self.crossed(rest, around)?,
            },
        }])
    }
}
