//! What is asked for, of the variables that are there.

use feedrate_language::Diagnostic;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::Name;
use feedrate_lower::list::Roster;

use super::column::Item;
use super::maker::Maker;
use super::options::ReportOptions;
use super::output::output_columns;
use super::parts::Columns;
use super::statements::Statements;
use super::usage::Usage;
use crate::aggregate::MOST_CLASSES;
use crate::grammar::input::{StepVariables, reading_step, special_data_set};
use crate::grammar::lowering::Lowering;
use crate::grammar::made::{Made, making_step};
use crate::report::Report;

/// The variable of what a summary line is for, and its bytes.
pub(super) const BREAK: (&str, u32) = ("_BREAK_", 32);

/// A request that is put together.
pub(super) struct Build<'w, 'p> {
    pub lowering: &'w mut Lowering<'p>,
    pub options: ReportOptions,
    pub statements: Statements,
}

impl Build<'_, '_> {
    pub(super) fn report(mut self) -> Result<Report> {
        let at = self.lowering.procedure.at;
        let data = self.options.data.take();
        let data = data.unwrap_or_else(|| special_data_set("_LAST_", at));
        // The variables are needed before it is known what is made of them.
        let told = self.lowering.diagnostics.len();
        let nothing = vec![special_data_set("_NULL_", at)];
        let read = reading_step(
            self.lowering,
            data.clone(),
            nothing,
            &self.statements.body,
            at,
        )?;
        let variables = StepVariables(&read);
        for list in &self.statements.by_lists {
            let names = variables.of_list(list)?.into_iter().map(|index| Name {
                text: variables.name(index).to_owned(),
                at: list.at,
            });
            self.statements.by.extend(names);
        }
        let items = self.items(variables);
        let usage = Usage::new(&self.statements, &items, variables)?;
        let maker = Maker {
            lowering: self.lowering,
            options: &self.options,
            usage: &usage,
            variables,
            columns: Columns::default(),
            made: 0,
        };
        let columns = maker.make(&items)?;
        self.check(&columns, variables)?;
        let breaks = self.breaks(&columns)?;
        let body = self.body(&columns, &usage)?;
        let (detail, notes, strangers) = (usage.detail, usage.notes.clone(), usage.strangers());
        // What is to be said of the reading is said again with the step.
        self.lowering.diagnostics.truncate(told);
        for text in notes {
            self.lowering.diagnostics.push(Diagnostic::note(at, text));
        }
        for name in strangers {
            let upper = name.text.to_uppercase();
            let text = format!("DEFINE names {upper}, which is no column of the report");
            let warning = Diagnostic::warning(name.at, text);
            self.lowering.diagnostics.push(warning);
        }
        let out = self.options.out.take();
        let made_columns = match &out {
            Some(out) => output_columns(&self.statements, &columns, variables, out.member.at)?,
            None => Vec::new(),
        };
        let mut step = match &out {
            None => {
                let nothing = vec![special_data_set("_NULL_", at)];
                reading_step(self.lowering, data, nothing, &body, at)?
            }
            Some(out) => {
                let made = Made {
                    data_set: out,
                    at: out.member.at,
                    of: "PROC REPORT",
                    columns: &made_columns,
                };
                let mut keys = variables.chosen(&self.statements.by_lists)?;
                let classes = columns.classes.iter();
                keys.extend(classes.filter_map(|class| variables.position(&class.variable)));
                making_step(self.lowering, data, variables, &keys, &body, &[made], at)?
            }
        };
        self.settle(&mut step, &columns);
        self.request(step, columns, breaks, detail, out.is_some())
    }

    /// COLUMN, or all variables.
    fn items(&self, variables: StepVariables<'_>) -> Vec<Item> {
        let at = self.lowering.procedure.at;
        let all = || {
            let listed = (0..variables.count()).filter(|&index| variables.is_listed(index));
            let others = listed.filter(|&index| {
                let name = variables.name(index);
                let mut taken = self.statements.by.iter().chain(&self.statements.frequency);
                !taken.any(|by| by.text.eq_ignore_ascii_case(name))
            });
            others.map(|index| Item::Name {
                name: Name {
                    text: variables.name(index).to_owned(),
                    at,
                },
                alias: None,
            })
        };
        match &self.statements.items {
            Some(items) => items.clone(),
            None => all().collect(),
        }
    }

    fn check(&self, columns: &Columns, variables: StepVariables<'_>) -> Result<()> {
        let at = self.lowering.procedure.at;
        if columns.classes.len() > MOST_CLASSES {
            let message = format!(
                "a report can have {MOST_CLASSES} GROUP, ORDER and ACROSS variables in all"
            );
            return Err(Diagnostic::error(at, message));
        }
        for by in &self.statements.by {
            let name = &by.text;
            let mut classes = columns.classes.iter();
            if classes.any(|class| class.variable.eq_ignore_ascii_case(name)) {
                let message = format!(
                    "{} is a variable of BY, and cannot be a GROUP, ORDER or ACROSS variable",
                    name.to_uppercase()
                );
                return Err(Diagnostic::error(by.at, message));
            }
        }
        for (name, of) in [
            (&self.statements.frequency, "FREQ"),
            (&self.statements.weight, "WEIGHT"),
        ] {
            if let Some(name) = name {
                variables.numeric(name, of)?;
            }
        }
        Ok(())
    }
}
