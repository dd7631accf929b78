//! Elements of arrays.

use feedrate_language::Position;
use feedrate_language::tree::{Expression, ExpressionKind};
use feedrate_program::{Array, ArrayId, Number, SiteId, Slot};
use feedrate_values::Kind;

use super::declare::DEFAULT_LENGTH;
use super::lowering::StepLowering;
use super::variables::Variables;

/// An element of an array.
#[derive(Clone, Debug)]
pub(super) enum Element {
    /// An element whose index is constant.
    Fixed(Slot),
    /// An element whose index is computed when the step runs.
    Indexed {
        array: ArrayId,
        index: Vec<Number>,
        site: SiteId,
        kind: Kind,
        /// For character arrays, the length of the longest element.
        length: u32,
    },
}

impl StepLowering<'_> {
    /// Resolves an expression that is an element of an array, also the current one of an implicit array. Returns `None`
    /// if it is none, and `Some(None)`, after an error, if there is no such element.
    pub fn element_of_expression(&mut self, expression: &Expression) -> Option<Option<Element>> {
        let at = expression.at;
        match &expression.kind {
            ExpressionKind::Element { array, index } => Some(self.element(array, index, at)),
            ExpressionKind::Call { name, arguments } if self.array_facts.contains_key(&Variables::key(name)) => {
                Some(self.element_of_call(name, arguments, at))
            }
            ExpressionKind::Name(name) => {
                let index = self.implicit_index(name, at)?;
                Some(self.element(name, &index, at))
            }
            _ => None,
        }
    }

    /// Resolves an element of an array.
    pub fn element<'e>(
        &mut self,
        name: &str,
        index: impl IntoIterator<Item = &'e Expression>,
        at: Position,
    ) -> Option<Element> {
        if self.scope.is_some() {
            return self.fail(at, "a condition on a data set cannot name elements of arrays");
        }
        let Some(facts) = self.array_facts.get(&Variables::key(name)).cloned() else {
            return self.fail_with_hint(
                at,
                format!("Undeclared array referenced: {name}."),
                "an ARRAY statement must come before the first use of its array",
            );
        };
        let index: Vec<Number> = index.into_iter().map(|index| self.number(index)).collect();
        let array = &self.arrays[facts.id.0 as usize];
        let dimensions = array.bounds.len();
        if index.len() != dimensions {
            return self.fail(
                at,
                format!(
                    "{name} has {dimensions} dimensions, but its index here has {}",
                    index.len()
                ),
            );
        }
        if let Some(slot) = fixed(array, &index) {
            return Some(Element::Fixed(slot));
        }
        let site = self.site(at);
        let length = self.longest_element(facts.id);
        Some(Element::Indexed {
            array: facts.id,
            index,
            site,
            kind: facts.kind,
            length,
        })
    }

    /// Returns the length of the longest character element of an array.
    pub fn longest_element(&self, array: ArrayId) -> u32 {
        let elements = self.arrays[array.0 as usize].elements.iter();
        elements.map(|slot| slot.bytes()).max().unwrap_or(DEFAULT_LENGTH)
    }

    /// Returns the index of each element of an array, in their order.
    pub fn indexes(&mut self, name: &str, at: Position) -> Vec<Vec<Expression>> {
        let Some(facts) = self.array_facts.get(&Variables::key(name)) else {
            self.error(at, format!("Undeclared array referenced: {name}."));
            return Vec::new();
        };
        let bounds = &self.arrays[facts.id.0 as usize].bounds;
        let mut indexes: Vec<Vec<Expression>> = vec![Vec::new()];
        for &(least, greatest) in bounds {
            let longer = indexes.iter().flat_map(|index| {
                (least..=greatest).map(move |number| {
                    let kind = ExpressionKind::Number(number as f64);
                    let mut index = index.clone();
                    index.push(Expression { kind, at });
                    index
                })
            });
            indexes = longer.collect();
        }
        indexes
    }

    /// Marks all variables of an array as assigned, since the index is known only when the step runs.
    pub fn mark_elements_assigned(&mut self, array: ArrayId) {
        for slot in &self.arrays[array.0 as usize].elements {
            match self.variables.owner(*slot) {
                Some(id) => self.variables.entry_mut(id).assigned = true,
                // Elements of temporary arrays are not variables.
                None => break,
            }
        }
    }

    /// Marks the variable of a slot, if there is one, as assigned.
    pub fn mark_assigned(&mut self, slot: Slot) {
        if let Some(id) = self.variables.owner(slot) {
            self.variables.entry_mut(id).assigned = true;
        }
        // The line may have a name too.
        self.mark_line_assigned(slot);
    }
}

/// Returns the slot of an element whose index is constant and within bounds. An index out of bounds is an error when
/// the step runs.
fn fixed(array: &Array, index: &[Number]) -> Option<Slot> {
    let mut place = 0_u64;
    for (index, &(least, greatest)) in index.iter().zip(&array.bounds) {
        let Number::Constant(number) = index else {
            return None;
        };
        let whole = number.floor();
        if !(least as f64..=greatest as f64).contains(&whole) {
            return None;
        }
        let extent = greatest.abs_diff(least) + 1;
        place = place * extent + (whole as i64).abs_diff(least);
    }
    array.elements.get(usize::try_from(place).ok()?).copied()
}
