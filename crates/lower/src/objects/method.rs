//! The methods of hash tables and iterators, and their arguments.

use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::tree::{Name, ObjectArgument};
use feedrate_program::{Direction, ItemChange, Lookup, NewItem, ObjectAction, ObjectCall, ObjectClass, PlainAction};

use super::given::GivenArguments;
use crate::lowering::StepLowering;

/// The effect of a method.
#[derive(Clone, Copy)]
enum Effect {
    Define { is_key: bool },
    Done,
    Lookup(Lookup),
    Change(ItemChange),
    ReplaceCurrent,
    Plain(PlainAction),
    Has(Direction),
    Equals,
    Sum,
    SumCurrent,
    Output,
}

/// A method.
struct Method {
    name: &'static str,
    /// The tags of its arguments; the empty one is that of arguments without a tag.
    tags: &'static [&'static str],
    effect: Effect,
}

const fn method(name: &'static str, tags: &'static [&'static str], effect: Effect) -> Method {
    Method { name, tags, effect }
}

/// The methods of hash tables.
const OF_HASH: &[Method] = &[
    method("ADD", &["KEY", "DATA"], Effect::Change(ItemChange::Add)),
    method("CHECK", &["KEY"], Effect::Lookup(Lookup::Check)),
    method("CLEAR", &[], Effect::Plain(PlainAction::Clear)),
    method("DEFINEDATA", &["", "ALL"], Effect::Define { is_key: false }),
    method("DEFINEDONE", &["MEMRC"], Effect::Done),
    method("DEFINEKEY", &["", "ALL"], Effect::Define { is_key: true }),
    method("DELETE", &[], Effect::Plain(PlainAction::Delete)),
    method("DO_OVER", &["KEY"], Effect::Lookup(Lookup::DoOver)),
    method("EQUALS", &["HASH", "RESULT"], Effect::Equals),
    method("FIND", &["KEY"], Effect::Lookup(Lookup::Find)),
    method("FIND_NEXT", &[], Effect::Plain(PlainAction::FindNext)),
    method("FIND_PREV", &[], Effect::Plain(PlainAction::FindPrevious)),
    method("HAS_NEXT", &["RESULT"], Effect::Has(Direction::Next)),
    method("HAS_PREV", &["RESULT"], Effect::Has(Direction::Previous)),
    method("OUTPUT", &["DATASET"], Effect::Output),
    method("REF", &["KEY", "DATA"], Effect::Change(ItemChange::Ref)),
    method("REMOVE", &["KEY"], Effect::Lookup(Lookup::Remove)),
    method("REMOVEDUP", &["KEY"], Effect::Lookup(Lookup::RemoveCurrent)),
    method("REPLACE", &["KEY", "DATA"], Effect::Change(ItemChange::Replace)),
    method("REPLACEDUP", &["DATA"], Effect::ReplaceCurrent),
    method("RESET_DUP", &[], Effect::Plain(PlainAction::ResetCurrent)),
    method("SUM", &["KEY", "SUM"], Effect::Sum),
    method("SUMDUP", &["SUM"], Effect::SumCurrent),
];

/// The methods of iterators.
const OF_ITERATOR: &[Method] = &[
    method("DELETE", &[], Effect::Plain(PlainAction::Delete)),
    method("FIRST", &[], Effect::Plain(PlainAction::First)),
    method("LAST", &[], Effect::Plain(PlainAction::Last)),
    method("NEXT", &[], Effect::Plain(PlainAction::Next)),
    method("PREV", &[], Effect::Plain(PlainAction::Previous)),
    method("SETCUR", &["KEY"], Effect::Lookup(Lookup::SetCursor)),
];

impl StepLowering<'_> {
    /// Lowers a call of a method; `None` after an error.
    pub(super) fn method(
        &mut self,
        object: &Name,
        method: &Name,
        arguments: &[ObjectArgument],
        is_statement: bool,
    ) -> Option<ObjectCall> {
        let variable = self.object(object)?;
        let upper = method.text.to_ascii_uppercase();
        let methods = match variable.class {
            ObjectClass::Hash => OF_HASH,
            ObjectClass::Iterator => OF_ITERATOR,
        };
        let Some(found) = methods.iter().find(|one| one.name == upper) else {
            let class = match variable.class {
                ObjectClass::Hash => "hash objects",
                ObjectClass::Iterator => "iterators",
            };
            let message = format!("{upper} is no method of {class}");
            match did_you_mean(&upper, methods.iter().map(|method| method.name)) {
                Some(hint) => self.error_with_hint(method.at, message, hint),
                None => self.error(method.at, message),
            }
            return None;
        };
        let given = GivenArguments::new(arguments, found.tags, found.name, self)?;
        Some(ObjectCall {
            object: variable.slot,
            action: self.action(found.effect, &given, method)?,
            is_statement,
            site: self.site(object.at),
        })
    }

    fn action(&mut self, effect: Effect, given: &GivenArguments<'_>, method: &Name) -> Option<ObjectAction> {
        Some(match effect {
            Effect::Define { is_key } => return self.definition(is_key, given, method),
            Effect::Done => ObjectAction::DefineDone(self.only_text(given, "MEMRC")),
            Effect::Lookup(lookup) => ObjectAction::Lookup(lookup, self.all_values(given, "KEY")),
            Effect::Change(change) => {
                let item = NewItem {
                    keys: self.all_values(given, "KEY"),
                    data: self.all_values(given, "DATA"),
                };
                ObjectAction::Change(change, item)
            }
            Effect::ReplaceCurrent => ObjectAction::ReplaceCurrent(NewItem {
                keys: Vec::new(),
                data: self.all_values(given, "DATA"),
            }),
            Effect::Plain(plain) => ObjectAction::Plain(plain),
            Effect::Has(direction) => ObjectAction::Has(direction, self.result(given, "RESULT", method)?),
            Effect::Equals => {
                let Some(other) = given.only("HASH") else {
                    return self.fail(
                        method.at,
                        "EQUALS needs HASH: with the name of the other object in quotes",
                    );
                };
                let other = self.text(other).0;
                ObjectAction::Equals(other, self.result(given, "RESULT", method)?)
            }
            Effect::Sum => {
                let keys = self.all_values(given, "KEY");
                ObjectAction::Sum(keys, self.result(given, "SUM", method)?)
            }
            Effect::SumCurrent => ObjectAction::SumCurrent(self.result(given, "SUM", method)?),
            Effect::Output => {
                if given.count("DATASET") == 0 {
                    return self.fail(method.at, "OUTPUT needs DATASET: with the name of a data set in quotes");
                }
                let outputs = given.all("DATASET").map(|expression| self.object_output(expression));
                ObjectAction::Output(outputs.collect::<Option<_>>()?)
            }
        })
    }

    fn definition(&mut self, is_key: bool, given: &GivenArguments<'_>, method: &Name) -> Option<ObjectAction> {
        let names = self.all_texts(given, "");
        match self.only_text(given, "ALL") {
            Some(_) if !names.is_empty() => {
                let upper = method.text.to_uppercase();
                self.fail(method.at, format!("{upper} takes names or ALL:, and not both"))
            }
            Some(all) if is_key => Some(ObjectAction::DefineAllKeys(all)),
            Some(all) => Some(ObjectAction::DefineAllData(all)),
            None if names.is_empty() => {
                let message = format!("{} needs the names of variables in quotes", method.text.to_uppercase());
                self.fail(method.at, message)
            }
            None if is_key => Some(ObjectAction::DefineKey(names)),
            None => Some(ObjectAction::DefineData(names)),
        }
    }
}
