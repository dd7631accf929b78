//! The options of SET, MERGE, UPDATE and MODIFY, the automatic variables that they name, and what these statements
//! require.

use feedrate_language::Position;
use feedrate_language::tree::{DataSet, DataSetOption, OptionValue};
use feedrate_program::{Initial, NumberSlot, Slot};

use super::facts::{ReadFacts, ReadVerb};
use super::lowering::StepLowering;
use super::variables::Origin;

impl StepLowering<'_> {
    /// Lowers an option after the data sets.
    pub fn read_option(&mut self, option: &DataSetOption, facts: &mut ReadFacts) {
        let statement = facts.statement.name();
        let place = match option.name.as_str() {
            "END" => {
                if let OptionValue::Word(name) = &option.value {
                    facts.end = self.flag(name, false, option.at);
                }
                return;
            }
            "CUROBS" if facts.statement == ReadVerb::Set => &mut facts.current,
            "INDSNAME" if facts.statement == ReadVerb::Set => {
                facts.source_name = self.source_name_variable(option);
                return;
            }
            // All data sets of a statement are opened before the first one is read; nothing else differs.
            "OPEN" if facts.statement == ReadVerb::Set => {
                let is_known = matches!(&option.value, OptionValue::Word(word)
                    if word.eq_ignore_ascii_case("immediate") || word.eq_ignore_ascii_case("defer"));
                if !is_known {
                    self.error(option.at, "OPEN= takes IMMEDIATE or DEFER");
                }
                return;
            }
            "NOBS" if matches!(facts.statement, ReadVerb::Set | ReadVerb::Modify) => &mut facts.nobs,
            "UPDATEMODE" if matches!(facts.statement, ReadVerb::Update | ReadVerb::Modify) => {
                if let Some(checks_missing) = self.update_mode(option) {
                    facts.checks_missing = checks_missing;
                }
                return;
            }
            "POINT" => {
                if let OptionValue::Word(name) = &option.value {
                    let slot = self.automatic(name, option.at);
                    facts.point = slot.map(|slot| (slot, option.at));
                }
                return;
            }
            "KEY" => {
                if let OptionValue::Word(name) = &option.value {
                    facts.key = Some((name.clone(), option.at));
                }
                return;
            }
            "UNIQUE" => {
                facts.unique = true;
                return;
            }
            _ => {
                self.error(option.at, format!("{}= of {statement} is not supported", option.name));
                return;
            }
        };
        if let OptionValue::Word(name) = &option.value {
            *place = self.automatic(name, option.at);
        }
    }

    /// Declares an automatic variable that is 1 or 0, such as that of END=, with its value before the first statement
    /// that sets it runs. An initial value that the step gives it stays.
    pub fn flag(&mut self, name: &str, at_first: bool, at: Position) -> Option<NumberSlot> {
        let slot = self.automatic(name, at)?;
        if !self.variables.has_initial(Slot::Number(slot)) {
            let value = f64::from(u8::from(at_first));
            self.variables.set_initial(Initial::Number(slot, value));
        }
        Some(slot)
    }

    /// Declares an automatic numeric variable, such as that of NOBS=.
    pub fn automatic(&mut self, name: &str, at: Position) -> Option<NumberSlot> {
        if !self.is_name(name, at) {
            return None;
        }
        let id = self.variables.declare(name);
        let entry = self.variables.entry_mut(id);
        entry.origin = Origin::Automatic;
        entry.assigned = true;
        self.define_number(id, at)
    }

    /// Lowers UPDATEMODE=. Returns whether missing values leave those of the master.
    fn update_mode(&mut self, option: &DataSetOption) -> Option<bool> {
        let OptionValue::Word(word) = &option.value else {
            return None;
        };
        match word.to_ascii_uppercase().as_str() {
            "MISSINGCHECK" => Some(true),
            "NOMISSINGCHECK" => Some(false),
            _ => {
                let message = format!("UPDATEMODE= takes MISSINGCHECK or NOMISSINGCHECK, not {word}");
                self.fail(option.at, message)
            }
        }
    }

    /// Checks that nothing demands an order of what POINT= reads by number. All of its observations can be read,
    /// whatever the options FIRSTOBS= and OBS= of the session say.
    pub fn check_point(&mut self, what: &str, facts: &mut ReadFacts, data_sets: &[DataSet], at: Position) {
        if facts.end.is_some() {
            self.error_with_hint(
                at,
                format!("{what} and END= exclude each other: what is not read in order has no end"),
                "NOBS= gives the number of observations",
            );
        }
        let options = data_sets.iter().flat_map(|data_set| &data_set.options);
        for option in options {
            if matches!(option.name.as_str(), "WHERE" | "FIRSTOBS" | "OBS") {
                let message = format!(
                    "{what} and {}= exclude each other: the one reads at random, the other in order",
                    option.name
                );
                self.error(option.at, message);
            }
        }
        for source in &mut facts.sources {
            (source.first, source.last) = (1, None);
        }
    }

    /// Checks KEY=, as POINT= is checked.
    pub fn check_key(&mut self, facts: &mut ReadFacts, data_sets: &[DataSet]) {
        let Some((_, at)) = facts.key else {
            return;
        };
        if facts.sources.len() != 1 {
            self.error(at, "KEY= takes one data set");
        }
        if facts.current.is_some() {
            self.error(at, "CUROBS= is not supported with KEY=");
        }
        self.return_code(at);
        self.check_point("KEY=", facts, data_sets, at);
    }

    /// Reports an error if a statement about the order of a SET follows one with POINT=. Returns whether it does.
    pub fn refuses_order(&mut self, read: usize, what: &str, at: Position) -> bool {
        let facts = &self.reads[read];
        let option = match (&facts.point, &facts.key) {
            (Some(_), _) => "POINT=",
            (None, Some(_)) => "KEY=",
            (None, None) => return false,
        };
        {
            let statement = self.reads[read].statement.name();
            let message = format!(
                "{what} and {option} of the {statement} above it exclude each other: the one reads in order, \
                 the other at random"
            );
            self.error(at, message);
        }
        true
    }

    /// Reports an error if nothing can end the step: what reads by number meets no end.
    pub fn check_end(&mut self) {
        if self.can_end || self.declarations.is_partial {
            return;
        }
        if let Some(facts) = self.reads.first() {
            self.error_with_hint(
                facts.at,
                format!(
                    "this step would never end: {} with {} does not end it, and there is no STOP",
                    facts.statement.name(),
                    if facts.point.is_some() { "POINT=" } else { "KEY=" }
                ),
                "write `stop;` where all is done, such as behind the loop",
            );
        }
    }

    /// Checks that UPDATE has a master and transactions.
    pub fn check_update(&mut self, facts: &ReadFacts) {
        if facts.sources.len() != 2 {
            self.error_with_hint(
                facts.at,
                format!("UPDATE takes two data sets, and not {}", facts.sources.len()),
                "the first is the master, the second has its transactions",
            );
        }
    }

    /// Reports that a statement lacks BY, which is complete only at the end of the step.
    pub fn check_by(&mut self, facts: &ReadFacts) {
        if !facts.by.is_empty() {
            return;
        }
        match facts.statement {
            ReadVerb::Merge if facts.sources.len() > 1 => {
                let message = "No BY statement was specified for a MERGE statement.".to_owned();
                self.react(self.options.merge_without_by, facts.at, message);
            }
            ReadVerb::Update if !self.declarations.is_partial && !facts.has_by => self.error_with_hint(
                facts.at,
                "No BY statement was specified for an UPDATE statement.",
                "name the variables by which transactions belong to observations of the master",
            ),
            ReadVerb::Modify if facts.sources.len() == 2 && !facts.has_by => self.error_with_hint(
                facts.at,
                "No BY statement was specified for a MODIFY statement.",
                "name the variables by which transactions belong to observations of the first data set",
            ),
            _ => {}
        }
    }
}
