//! ARRAY statements.

use feedrate_dataset::schema::{LONGEST_TEXT, MOST_VARIABLES};
use feedrate_language::tree::{ArrayDeclaration, ArraySize, VariableList, VariableRange};
use feedrate_program::{Array, ArrayId, Slot};
use feedrate_values::Kind;

use super::declare::DEFAULT_LENGTH;
use super::facts::ArrayFacts;
use super::implicit_array::index_of;
use super::lowering::StepLowering;
use super::variables::{VariableId, Variables};

/// The maximum number of elements of a temporary array.
const MOST_TEMPORARY: u64 = 1 << 24;

/// The approximate memory of an element of a temporary array in bytes, without its value; an initial value takes
/// `INITIAL_BYTES` more.
const ELEMENT_BYTES: u64 = size_of::<Slot>() as u64;
const INITIAL_BYTES: u64 = 160;

/// The lower and upper bound of each dimension.
type Bounds = Vec<(i64, i64)>;

impl StepLowering<'_> {
    /// Lowers an ARRAY statement.
    pub fn array(&mut self, declaration: &ArrayDeclaration) {
        let (name, at) = (&declaration.name.text, declaration.name.at);
        let key = Variables::key(name);
        if self.array_facts.contains_key(&key) {
            let message = format!("124-185: The variable {name} has already been defined.");
            self.error_with_hint(at, message, "an array has that name");
            return;
        }
        if self.variables.find(name).is_some() {
            let message = format!("124-185: The variable {name} has already been defined.");
            self.error_with_hint(at, message, "no array can have the name of a variable");
            return;
        }
        if declaration.length.is_some_and(|length| {
            let most = if declaration.text { LONGEST_TEXT } else { 8 };
            !(if declaration.text { 1 } else { 3 }..=most).contains(&length)
        }) {
            self.error(
                at,
                format!(
                    "elements of {name} cannot be that long; a number takes 3 to 8 bytes, text 1 to {LONGEST_TEXT}"
                ),
            );
            return;
        }
        let shape = if declaration.temporary {
            self.temporary(declaration)
        } else {
            self.of_variables(declaration)
        };
        let Some((bounds, elements)) = shape else {
            return;
        };
        let kind = match elements.first() {
            Some(slot) => slot.kind(),
            None => kind_of_none(declaration),
        };
        let id = self.next_array();
        let index = index_of(&declaration.size);
        self.array_facts.insert(key, ArrayFacts { id, kind, index });
        self.arrays.push(Array {
            name: name.clone(),
            bounds,
            kind,
            elements,
        });
        self.array_initial(declaration, id);
    }

    /// Returns the bounds and the number of elements that they make; reports an error and returns `None` if the
    /// bounds are invalid.
    fn bounds(&mut self, declaration: &ArrayDeclaration, most: u64) -> Option<(Bounds, u64)> {
        let (name, at) = (&declaration.name.text, declaration.name.at);
        let ArraySize::Bounds(bounds) = &declaration.size else {
            return None;
        };
        let mut count = 1_u64;
        for &(least, greatest) in bounds {
            if least > greatest {
                return self.fail(at, format!("the bounds {least}:{greatest} of {name} run backwards"));
            }
            let here = greatest.abs_diff(least).saturating_add(1);
            count = count.saturating_mul(here);
        }
        if count > most {
            return self.fail(
                at,
                format!("{name} would have {count} elements; at most {most} are possible"),
            );
        }
        Some((bounds.clone(), count))
    }

    fn temporary(&mut self, declaration: &ArrayDeclaration) -> Option<(Bounds, Vec<Slot>)> {
        let at = declaration.name.at;
        if !matches!(declaration.size, ArraySize::Bounds(_)) {
            let name = &declaration.name.text;
            return self.fail(
                at,
                format!("the temporary array {name} needs a number of elements in place of *"),
            );
        }
        let (bounds, count) = self.bounds(declaration, MOST_TEMPORARY)?;
        let length = match declaration.text {
            true => declaration.length.unwrap_or(DEFAULT_LENGTH),
            false => 8,
        };
        let initial = match declaration.initial.is_empty() {
            true => 0,
            false => INITIAL_BYTES,
        };
        let each = ELEMENT_BYTES + u64::from(length) + initial;
        if !self.fits(count.saturating_mul(each), at) {
            return None;
        }
        let mut elements = Vec::with_capacity(count as usize);
        for _ in 0..count {
            elements.push(if declaration.text {
                Slot::Text(self.spare_text(length, at)?)
            } else {
                Slot::Number(self.variables.spare_number())
            });
        }
        Some((bounds, elements))
    }

    fn of_variables(&mut self, declaration: &ArrayDeclaration) -> Option<(Bounds, Vec<Slot>)> {
        let (name, at) = (&declaration.name.text, declaration.name.at);
        let mut ids: Vec<VariableId> = Vec::new();
        for list in &declaration.elements {
            ids.extend(self.declare_listed(list));
        }
        let bounds = match &declaration.size {
            // Lists such as _CHARACTER_ may name no variable; general programs count on it.
            ArraySize::Counted | ArraySize::Implicit(_) if ids.is_empty() && names_lists(&declaration.elements) => {
                self.warning(at, "Defining an array with zero elements.");
                vec![(1, 0)]
            }
            ArraySize::Counted | ArraySize::Implicit(_) if ids.is_empty() => {
                return self.fail_with_hint(
                    at,
                    format!("the array {name} has no elements"),
                    "name them, or give their number in place of *",
                );
            }
            ArraySize::Counted | ArraySize::Implicit(_) => vec![(1, ids.len() as i64)],
            ArraySize::Bounds(_) => {
                let (bounds, count) = self.bounds(declaration, MOST_VARIABLES as u64)?;
                if declaration.elements.is_empty() {
                    // Without element names, the variables are named after the array.
                    ids.extend((1..=count).map(|number| self.variables.declare(&format!("{name}{number}"))));
                }
                if ids.len() as u64 != count {
                    let is = ids.len();
                    let much = if is as u64 > count { "many" } else { "few" };
                    return self.fail_with_hint(
                        at,
                        format!("Too {much} variables defined for the dimension(s) specified for the array {name}."),
                        format!("it is to have {count} elements, and {is} are named"),
                    );
                }
                bounds
            }
        };
        let slots = self.element_slots(declaration, &ids)?;
        self.fits(0, at).then_some((bounds, slots))
    }

    /// Returns the slots of the array's variables. A variable without a kind gets the kind of the array: the declared
    /// one, or that of the first variable that has a kind.
    fn element_slots(&mut self, declaration: &ArrayDeclaration, ids: &[VariableId]) -> Option<Vec<Slot>> {
        let (name, at) = (&declaration.name.text, declaration.name.at);
        let known = ids.iter().find_map(|&id| self.variables.kind(id));
        let kind = if declaration.text {
            Kind::Text
        } else {
            known.unwrap_or(Kind::Number)
        };
        let mut slots = Vec::with_capacity(ids.len());
        for &id in ids {
            let is_new = self.variables.entry(id).slot.is_none();
            let slot = match kind {
                Kind::Number => self.variables.number(id).map(Slot::Number),
                Kind::Text => {
                    let length = declaration.length.unwrap_or(DEFAULT_LENGTH);
                    self.define_text(id, length, at).map(Slot::Text)
                }
            };
            let Some(slot) = slot else {
                let other = &self.variables.entry(id).name;
                let message = format!(
                    "all variables in array list must be the same type, i.e., all numeric or character: \
                     {other} of the array {name} differs"
                );
                return self.fail(at, message);
            };
            if is_new && kind == Kind::Number && declaration.length.is_some() {
                self.variables.entry_mut(id).stored_length = declaration.length;
            }
            slots.push(slot);
        }
        Some(slots)
    }

    /// Sets the initial values of the elements. With initial values, all elements are retained.
    fn array_initial(&mut self, declaration: &ArrayDeclaration, id: ArrayId) {
        if declaration.initial.is_empty() {
            return;
        }
        let (name, at) = (&declaration.name.text, declaration.name.at);
        let elements = self.arrays[id.0 as usize].elements.clone();
        let Some(values) = self.initial_values(&declaration.initial, elements.len(), at) else {
            return;
        };
        if values.len() < elements.len() {
            self.warning(at, format!("partial value initialization of the array {name}"));
        }
        for (slot, value) in elements.iter().zip(values) {
            self.set_initial(*slot, value, at);
        }
        for slot in elements {
            if let Some(id) = self.variables.owner(slot) {
                let entry = self.variables.entry_mut(id);
                entry.retained = true;
                entry.assigned = true;
            }
        }
    }
}

/// Returns whether a list names variables by what they have in common, so that it may name none.
fn names_lists(lists: &[VariableList]) -> bool {
    let may_be_empty = |list: &VariableList| {
        matches!(
            list.range,
            VariableRange::All(_) | VariableRange::Prefix(_) | VariableRange::Between { .. }
        )
    };
    !lists.is_empty() && lists.iter().all(may_be_empty)
}

/// Returns the kind of an array whose lists name no variable.
fn kind_of_none(declaration: &ArrayDeclaration) -> Kind {
    let of_text = |list: &VariableList| {
        matches!(
            list.range,
            VariableRange::All(Some(Kind::Text))
                | VariableRange::Between {
                    kind: Some(Kind::Text),
                    ..
                }
        )
    };
    match declaration.text || declaration.elements.iter().any(of_text) {
        true => Kind::Text,
        false => Kind::Number,
    }
}
