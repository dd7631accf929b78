//! The expressions and targets of a call of a method.

use super::ObjectAction;
use crate::{Argument, AssignmentTarget, Number, Text};

impl ObjectAction {
    /// Calls `look` for all numbers and texts that it evaluates before it acts, and `target` for the targets that it
    /// sets.
    pub(crate) fn parts<'a>(&'a self, look: &mut dyn FnMut(ObjectPart<'a>)) {
        let mut arguments = |all: &'a [Argument]| {
            all.iter().for_each(|argument| match argument {
                Argument::Number(number) => look(ObjectPart::Number(number)),
                Argument::Text(text) => look(ObjectPart::Text(text)),
            });
        };
        match self {
            Self::NewHash(new) => {
                let source = new.source.as_ref().and_then(|source| source.data_set.text());
                let texts = [
                    &new.duplicate,
                    &new.ordered,
                    &new.multidata,
                    &new.sum_increment,
                    &new.key_sum,
                ];
                source.into_iter().for_each(|text| look(ObjectPart::Text(text)));
                texts
                    .into_iter()
                    .flatten()
                    .for_each(|text| look(ObjectPart::Text(text)));
                new.exponent.iter().for_each(|number| look(ObjectPart::Number(number)));
            }
            Self::NewIterator(text) | Self::DefineAllKeys(text) | Self::DefineAllData(text) => {
                look(ObjectPart::Text(text));
            }
            Self::DefineDone(text) => text.iter().for_each(|text| look(ObjectPart::Text(text))),
            Self::DefineKey(texts) | Self::DefineData(texts) => {
                texts.iter().for_each(|text| look(ObjectPart::Text(text)));
            }
            Self::Lookup(_, keys) => arguments(keys),
            Self::Change(_, item) | Self::ReplaceCurrent(item) => {
                arguments(&item.keys);
                arguments(&item.data);
            }
            Self::Plain(_) => {}
            Self::Has(_, target) | Self::SumCurrent(target) => look(ObjectPart::Target(target)),
            Self::Equals(other, target) => {
                look(ObjectPart::Text(other));
                look(ObjectPart::Target(target));
            }
            Self::Sum(keys, target) => {
                arguments(keys);
                look(ObjectPart::Target(target));
            }
            Self::Output(outputs) => outputs.iter().for_each(|output| {
                output
                    .data_set
                    .text()
                    .into_iter()
                    .for_each(|text| look(ObjectPart::Text(text)));
                output
                    .condition
                    .iter()
                    .for_each(|number| look(ObjectPart::Number(number)));
            }),
        }
    }
}

/// A part of the action of a call.
pub(crate) enum ObjectPart<'a> {
    /// A number that it evaluates.
    Number(&'a Number),
    /// A character value that it evaluates.
    Text(&'a Text),
    /// A target that it sets.
    Target(&'a AssignmentTarget),
}
