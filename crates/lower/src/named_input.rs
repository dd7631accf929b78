//! Named input: `input name=$ age=;` reads values that their names precede, in any order. All variables of the step can
//! be read so, wherever they are declared.

use feedrate_language::Position;
use feedrate_language::tree::Target;
use feedrate_program::{AssignmentTarget, InputItem, NamedField, Quiet, SiteId, Statement};
use feedrate_values::Spec;

use super::declare::DEFAULT_LENGTH;
use super::facts::{NamedInputs, NamedVariable};
use super::formats::default_informat;
use super::lowering::StepLowering;
use super::variables::Origin;

impl StepLowering<'_> {
    /// Lowers `x=` of INPUT. Returns the item for all of them with the first one.
    pub fn named_item(
        &mut self,
        target: &Target,
        (text, informat): (bool, Option<&str>),
        quiet: Quiet,
        (site, at): (SiteId, Position),
    ) -> Option<InputItem> {
        let spec = match informat {
            Some(written) => Some(self.spec(written, at)?),
            None => None,
        };
        let is_text = text || spec.as_ref().is_some_and(Spec::is_text);
        let width = spec.as_ref().and_then(|spec| spec.width);
        let length = width.map_or(DEFAULT_LENGTH, u32::from);
        let AssignmentTarget::Variable(slot) = self.read_target(target, is_text, length, at)? else {
            return self.fail(at, "named input reads variables, and no elements with a computed index");
        };
        let informat = match spec {
            Some(spec) => Some(self.informat(&spec, slot.kind(), slot.bytes(), at)?),
            None => None,
        };
        let named = self.named_inputs.entry(site).or_default();
        let is_first = named.is_empty();
        named.push(NamedVariable { slot, informat, quiet });
        is_first.then(|| InputItem::Named(Vec::new()))
    }

    /// Completes the items of named input, after all variables are known.
    pub fn settle_named_inputs(&mut self, body: &mut [Statement]) {
        let named = std::mem::take(&mut self.named_inputs);
        if !named.is_empty() {
            self.complete(body, &named);
        }
    }

    fn complete(&mut self, body: &mut [Statement], named: &NamedInputs) {
        for statement in body {
            match statement {
                Statement::Input(input) => {
                    let Some(given) = named.get(&input.site) else {
                        continue;
                    };
                    for item in &mut input.items {
                        if let InputItem::Named(fields) = item {
                            *fields = self.named_fields(given);
                        }
                    }
                }
                Statement::If(_, then, otherwise) => {
                    self.complete(then, named);
                    self.complete(otherwise, named);
                }
                Statement::Loop { body, .. } | Statement::Repeat { body, .. } => self.complete(body, named),
                _ => {}
            }
        }
    }

    fn named_fields(&self, given: &[NamedVariable]) -> Vec<NamedField> {
        let own = self
            .variables
            .iter()
            .filter(|(_, entry)| entry.origin != Origin::Automatic);
        let fields = own.filter_map(|(_, entry)| {
            let slot = entry.slot?;
            let of_item = given.iter().find(|named| named.slot == slot);
            let of_variable = || {
                let spec = entry.informat.clone().flatten();
                spec.and_then(|spec| self.catalog.informat(&spec, slot.kind(), slot.bytes()).ok())
            };
            let by_default = || {
                let spec = default_informat(slot.kind(), slot.bytes());
                self.catalog.informat(&spec, slot.kind(), slot.bytes()).ok()
            };
            let informat = of_item.and_then(|named| named.informat.clone());
            Some(NamedField {
                name: entry.name.clone(),
                slot,
                informat: informat.or_else(of_variable).or_else(by_default)?,
                quiet: of_item.map_or(Quiet::No, |named| named.quiet),
            })
        });
        fields.collect()
    }
}
