//! Resolves the names of COLUMN, and the usage of each.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{Name, VariableList};
use feedrate_lower::list::Roster;
use feedrate_procedure::grammar::input::InputVariables;
use feedrate_values::Kind;

use super::column::Item;
use super::compute::{Names, Target};
use super::define::{Define, Use};
use super::statements::Statements;
use crate::aggregate::Statistic;

/// A resolved name of COLUMN.
#[derive(Clone, Debug)]
pub(super) struct KnownColumn {
    /// The name of the column: the alias, or the name itself.
    pub name: String,
    pub meaning: Meaning,
    /// Its DEFINE statement.
    pub define: Define,
    pub is_alias: bool,
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A variable, by its index in the step, and its usage.
    Variable(usize, Use),
    Statistic(Statistic),
    /// A variable that a COMPUTE block computes; with the length of a character variable.
    Computed(Option<u32>),
}

/// Resolves the names of COLUMN.
pub(super) struct Usage<'u> {
    statements: &'u Statements,
    variables: InputVariables<'u>,
    /// True if each observation has a row of its own, so that GROUP only orders.
    pub detail: bool,
    /// The notes about that.
    pub notes: Vec<String>,
    /// All names of COLUMN, in order.
    pub all: Vec<KnownColumn>,
}

impl<'u> Usage<'u> {
    pub(super) fn new(statements: &'u Statements, items: &[Item], variables: InputVariables<'u>) -> Result<Self> {
        let mut usage = Self {
            statements,
            variables,
            detail: false,
            notes: Vec::new(),
            all: Vec::new(),
        };
        usage.collect(items)?;
        let with = |wanted: Use| {
            let mut all = usage.all.iter();
            all.find(|known| matches!(known.meaning, Meaning::Variable(_, of) if of == wanted))
        };
        let spoiler = with(Use::Display).map(|known| (known, "DISPLAY"));
        let spoiler = spoiler.or_else(|| with(Use::Order).map(|known| (known, "ORDER")));
        if let Some((known, of)) = spoiler {
            if with(Use::Group).is_some() {
                let name = &known.name;
                let text = format!("Groups are not created because the usage of {name} is {of}.");
                usage.notes.push(text);
            }
            usage.detail = true;
        }
        Ok(usage)
    }

    fn collect(&mut self, items: &[Item]) -> Result<()> {
        for item in items {
            match item {
                Item::Name { name, alias } => {
                    let known = self.known(name, alias.as_ref())?;
                    self.all.push(known);
                }
                Item::List(list) => {
                    for name in names_of(self.variables, list)? {
                        let known = self.known(&name, None)?;
                        self.all.push(known);
                    }
                }
                Item::Group { items, .. } => self.collect(items)?,
                Item::Crossing(factors) => self.collect(factors)?,
            }
        }
        Ok(())
    }

    /// Returns the DEFINE statement of a name.
    fn defined(&self, name: &str) -> Option<&'u Define> {
        let mut defines = self.statements.defines.iter();
        defines.find(|define| define.name.text.eq_ignore_ascii_case(name))
    }

    /// Returns the COMPUTE block of a column: the length of a character variable.
    fn computed(&self, name: &str) -> Option<Option<u32>> {
        self.statements
            .computes
            .iter()
            .find_map(|compute| match &compute.target {
                Target::Column { name: of, text } if of.text.eq_ignore_ascii_case(name) => Some(*text),
                _ => None,
            })
    }

    /// Resolves a name of COLUMN.
    pub(super) fn known(&self, name: &Name, alias: Option<&Name>) -> Result<KnownColumn> {
        let called = alias.unwrap_or(name);
        let define = self.defined(&called.text).cloned();
        let define = define.unwrap_or_else(|| Define::nothing(called.clone()));
        let known = |meaning| KnownColumn {
            name: called.text.clone(),
            meaning,
            define: define.clone(),
            is_alias: alias.is_some(),
        };
        let upper = name.text.to_uppercase();
        if let Some(index) = self.variables.position(&name.text) {
            let kind = self.variables.kind(index);
            let default = match kind {
                Some(Kind::Text) => Use::Display,
                _ => Use::Analysis,
            };
            let usage = define.usage.unwrap_or(default);
            if usage == Use::Computed {
                let message = format!("{upper} is a variable of the data set and cannot be computed by the report");
                return Err(
                    Diagnostic::error(define.name.at, message).with_hint("give the computed column another name")
                );
            }
            if usage == Use::Analysis && kind == Some(Kind::Text) {
                let message = format!("{upper} is text and cannot be analysed");
                return Err(Diagnostic::error(define.name.at, message));
            }
            return Ok(KnownColumn {
                name: match alias {
                    Some(alias) => alias.text.clone(),
                    None => self.variables.name(index).to_owned(),
                },
                ..known(Meaning::Variable(index, usage))
            });
        }
        if let Some(text) = self.computed(&name.text) {
            return Ok(known(Meaning::Computed(text)));
        }
        if define.usage == Some(Use::Computed) {
            return Ok(known(Meaning::Computed(None)));
        }
        match Statistic::of_keyword(&name.text)[..] {
            [statistic] => Ok(known(Meaning::Statistic(statistic))),
            _ if ["PCTN", "PCTSUM"].contains(&upper.as_str()) => {
                let message = format!("{upper} is not a statistic of PROC REPORT here");
                Err(Diagnostic::error(name.at, message).with_hint("PROC TABULATE has it"))
            }
            _ => Err(Diagnostic::error(name.at, format!("Variable {upper} not found."))),
        }
    }

    /// Returns the effective usage: with a row for each observation, GROUP is treated as ORDER.
    pub(super) fn used(&self, usage: Use) -> Use {
        match usage {
            Use::Group if self.detail => Use::Order,
            usage => usage,
        }
    }

    /// Returns the names in DEFINE statements that are not columns.
    pub(super) fn unknown_names(&self) -> Vec<Name> {
        let is_column = |name: &Name| {
            let mut all = self.all.iter();
            all.any(|known| known.name.eq_ignore_ascii_case(&name.text))
        };
        let defines = self.statements.defines.iter();
        let names = defines.map(|define| &define.name);
        names.filter(|name| !is_column(name)).cloned().collect()
    }

    /// Returns the statistic of an analysis column for which none is named.
    pub(super) fn statistic_of(known: &KnownColumn) -> Statistic {
        known.define.statistic.unwrap_or(Statistic::Sum)
    }
}

/// Returns the names of the variables of a list.
pub(super) fn names_of(variables: InputVariables<'_>, list: &VariableList) -> Result<Vec<Name>> {
    let indexes = variables.of_list(list)?.into_iter();
    let names = indexes.map(|index| Name {
        text: variables.name(index).to_owned(),
        at: list.at,
    });
    Ok(names.collect())
}

/// Returns the name of the variable of a statistic in COMPUTE blocks.
pub(super) fn statistic_name(variable: &str, statistic: Statistic) -> String {
    format!("{variable}.{}", statistic.keyword().to_ascii_lowercase())
}

impl Names for Usage<'_> {
    fn statistic(&self, variable: &str, statistic: Statistic) -> Option<String> {
        let is_analysed = |known: &&KnownColumn| {
            matches!(known.meaning, Meaning::Variable(_, Use::Analysis))
                && !known.is_alias
                && known.name.eq_ignore_ascii_case(variable)
        };
        let known = self.all.iter().find(is_analysed)?;
        Some(statistic_name(&known.name, statistic))
    }

    fn refusal(&self, name: &str) -> Option<(String, String)> {
        let upper = name.to_uppercase();
        let mut of_name = self
            .all
            .iter()
            .filter(|known| known.name.eq_ignore_ascii_case(name))
            .peekable();
        let index = self.variables.position(name);
        if of_name.peek().is_none() {
            let index = index?;
            let is_by = self.statements.by.iter().any(|by| by.text.eq_ignore_ascii_case(name));
            return (!is_by && self.variables.is_listed(index)).then(|| {
                let message = format!("{upper} is a variable of the data set, but no column of the report");
                let hint = "add it to COLUMN (with NOPRINT in DEFINE, if it is not to be shown), or \
                            choose another name for what is computed";
                (message, hint.to_owned())
            });
        }
        let is_statistic =
            |known: &KnownColumn| matches!(known.meaning, Meaning::Variable(_, Use::Analysis)) && !known.is_alias;
        let only_statistics = of_name.clone().all(is_statistic);
        let known = of_name.next().filter(|_| only_statistics)?;
        let written = statistic_name(&known.name, Self::statistic_of(known));
        let message = format!("{upper} is analysed, and stands here with its statistic");
        Some((message, format!("write {written}")))
    }
}
