//! INPUT statements.

use feedrate_language::Position;
use feedrate_language::tree::{
    Expression, ExpressionKind, InputPart, InputStyle, Name, Target, VariableList, VariableRange,
};
use feedrate_program::{AssignmentTarget, Hold, InputItem, InputStatement, Reading, SiteId, Slot, Statement};
use feedrate_values::{Kind, Spec};

use super::declare::DEFAULT_LENGTH;
use super::expression::{TypedExpression, quiet};
use super::facts::LateItem;
use super::formats::{default_informat, of_columns};
use super::lowering::StepLowering;

impl StepLowering<'_> {
    /// Lowers an INPUT statement. `input;` advances to the next line and reads no values.
    pub fn input(&mut self, parts: &[InputPart], at: Position, out: &mut Vec<Statement>) {
        let external = self.input_file(at);
        let site = self.site(at);
        let mut hold = Hold::No;
        let mut items = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                InputPart::Hold => hold = Hold::Iteration,
                InputPart::HoldAcross => hold = Hold::Across,
                InputPart::Group(group) => {
                    let targets = self.targets(&group.variables);
                    for part in group.parts(targets) {
                        items.extend(self.input_item(&part, (site, items.len())));
                    }
                }
                part => items.extend(self.input_item(part, (site, items.len()))),
            }
        }
        let first = items.iter().position(|item| matches!(item, InputItem::Named(_)));
        let mut behind = items.iter().skip(first.map_or(items.len(), |first| first + 1));
        if behind.any(|item| matches!(item, InputItem::Read { .. })) {
            self.error_with_hint(
                at,
                "a value without its name follows one with `=` in INPUT",
                "after the first variable with `=`, all of them have it",
            );
        }
        let Some(external) = external else {
            return;
        };
        out.push(Statement::Input(Box::new(InputStatement {
            external,
            items,
            hold,
            site,
        })));
    }

    /// Returns the targets of a group, one for each variable; an array is replaced by its elements.
    fn targets(&mut self, lists: &[VariableList]) -> Vec<Target> {
        let mut targets = Vec::new();
        for list in lists {
            let at = list.at;
            match &list.range {
                VariableRange::Array(array) => {
                    let name = Name {
                        text: array.clone(),
                        at,
                    };
                    let indexes = self.indexes(array, at);
                    targets.extend(indexes.into_iter().map(|index| Target::Element {
                        array: name.clone(),
                        index,
                    }));
                }
                _ => {
                    for id in self.declare_listed(list) {
                        let text = self.variables.entry(id).name.clone();
                        targets.push(Target::Variable(Name { text, at }));
                    }
                }
            }
        }
        targets
    }

    /// Lowers an item with its place: the statement and the item's index in it.
    fn input_item(&mut self, part: &InputPart, place: (SiteId, usize)) -> Option<InputItem> {
        Some(match part {
            InputPart::At(expression) => match self.expression(expression) {
                TypedExpression::Number(number) => InputItem::Column(number),
                TypedExpression::Text(text, _) => InputItem::After(text),
            },
            InputPart::Plus(expression) => InputItem::Advance(self.number(expression)),
            InputPart::Slash => InputItem::NextLine,
            InputPart::Line(expression) => InputItem::Line(self.number(expression)),
            InputPart::Read { .. } => return self.read_item(part, place),
            InputPart::Group(_) | InputPart::Hold | InputPart::HoldAcross => return None,
        })
    }

    fn read_item(&mut self, part: &InputPart, item: (SiteId, usize)) -> Option<InputItem> {
        let InputPart::Read {
            target,
            text,
            style,
            question_marks,
            at,
        } = part
        else {
            return None;
        };
        let at = *at;
        if let InputStyle::Named(informat) = style {
            let quiet = quiet(*question_marks);
            return self.named_item(target, (*text, informat.as_deref()), quiet, (item.0, at));
        }
        let spec = match self.spec_of_style(style, at) {
            Ok(spec) => spec,
            Err(()) => return None,
        };
        let is_text = *text || spec.as_ref().is_some_and(Spec::is_text);
        let length = match style {
            InputStyle::Columns { from, to, .. } => to.saturating_sub(*from) + 1,
            _ => {
                let width = spec.as_ref().and_then(|spec| spec.width);
                width.map_or(DEFAULT_LENGTH, u32::from)
            }
        };
        let target = self.read_target(target, is_text, length, at)?;
        let reading = self.reading(style, spec, &target, (item, at))?;
        Some(InputItem::Read {
            name: self.shown_name(&target),
            target,
            reading,
            quiet: quiet(*question_marks),
        })
    }

    /// Returns the informat that a style names, if it names one; fails after an error.
    fn spec_of_style(&mut self, style: &InputStyle, at: Position) -> Result<Option<Spec>, ()> {
        let written = match style {
            InputStyle::List { informat, .. } => informat.as_deref(),
            InputStyle::Formatted(informat) | InputStyle::Varying { informat, .. } => Some(informat.as_str()),
            InputStyle::Columns { .. } | InputStyle::Named(_) => None,
        };
        let Some(written) = written else {
            return Ok(None);
        };
        let mut spec = self.spec(written, at).ok_or(())?;
        if matches!(style, InputStyle::Varying { .. }) {
            // It reads as $CHARw. does, from fewer columns.
            "$CHAR".clone_into(&mut spec.name);
            spec.width = spec.width.or(Some(DEFAULT_LENGTH as u16));
        }
        Ok(Some(spec))
    }

    /// Returns how a field of a style is found and read for a target.
    fn reading(
        &mut self,
        style: &InputStyle,
        spec: Option<Spec>,
        target: &AssignmentTarget,
        (item, at): ((SiteId, usize), Position),
    ) -> Option<Reading> {
        let (kind, length_there) = (self.kind_of_place(target), self.length_of_place(target));
        Some(match style {
            InputStyle::List {
                embedded_blanks,
                keep_quotes,
                ..
            } => {
                let spec = spec.unwrap_or_else(|| {
                    self.add_late_items(target, item, at);
                    default_informat(kind, length_there)
                });
                Reading::List {
                    of_elements: Vec::new(),
                    informat: self.informat(&spec, kind, length_there, at)?,
                    embedded_blanks: *embedded_blanks,
                    keep_quotes: *keep_quotes,
                }
            }
            InputStyle::Formatted(_) => Reading::Formatted(self.informat(&spec?, kind, length_there, at)?),
            InputStyle::Named(_) => return None,
            InputStyle::Varying { length: variable, .. } => Reading::Varying {
                informat: self.informat(&spec?, kind, length_there, at)?,
                length: self.number(&Expression {
                    kind: ExpressionKind::Name(variable.text.clone()),
                    at: variable.at,
                }),
            },
            InputStyle::Columns { from, to, decimals } => {
                if !self.check_columns(*from, *to, at) {
                    return None;
                }
                let length = to.saturating_sub(*from) + 1;
                let spec = of_columns(kind, length, *decimals);
                Reading::Columns {
                    from: *from,
                    to: *to,
                    informat: self.informat(&spec, kind, length, at)?,
                }
            }
        })
    }

    /// Returns the target of a value that is read; reports an error and returns `None` if that is a text for a number.
    pub(super) fn read_target(
        &mut self,
        target: &Target,
        is_text: bool,
        length: u32,
        at: Position,
    ) -> Option<AssignmentTarget> {
        let kind = if is_text { Kind::Text } else { Kind::Number };
        let place = self.place(target, kind, length, at)?;
        if !is_text || self.kind_of_place(&place) == Kind::Text {
            return Some(place);
        }
        let id = match place {
            AssignmentTarget::Variable(slot) => self.variables.owner(slot),
            AssignmentTarget::Element { .. } => None,
        };
        match id {
            Some(id) => self.report_both_kinds(id, at),
            None => self.error(at, "a text cannot be read into a number"),
        }
        None
    }

    /// Takes note that the informat of an item, with its place, is that of its variable or those of its elements.
    fn add_late_items(&mut self, target: &AssignmentTarget, (statement, item): (SiteId, usize), at: Position) {
        let (owners, is_element) = self.owners_of_place(target);
        let late = owners.into_iter().map(|owner| LateItem {
            statement,
            item,
            owner,
            reads: true,
            is_element,
            at,
        });
        self.late_items.extend(late);
    }

    /// Returns the length of the character values of a target; of an array, that of the longest element.
    pub(super) fn length_of_place(&self, place: &AssignmentTarget) -> u32 {
        match place {
            AssignmentTarget::Variable(slot) => slot.bytes(),
            AssignmentTarget::Element { array, .. } => self.longest_element(*array),
        }
    }

    /// Returns the slot of a variable, or those of all elements of an array, and whether it is an array.
    fn owners_of_place(&self, place: &AssignmentTarget) -> (Vec<Slot>, bool) {
        match place {
            AssignmentTarget::Variable(slot) => (vec![*slot], false),
            AssignmentTarget::Element { array, .. } => (self.arrays[array.0 as usize].elements.clone(), true),
        }
    }

    /// Returns the name of a target for messages.
    pub fn shown_name(&self, place: &AssignmentTarget) -> String {
        match place {
            AssignmentTarget::Variable(slot) => match self.variables.owner(*slot) {
                Some(id) => self.variables.entry(id).name.clone(),
                None => "an element of a temporary array".to_owned(),
            },
            AssignmentTarget::Element { array, .. } => self.arrays[array.0 as usize].name.clone(),
        }
    }
}
