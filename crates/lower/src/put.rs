//! PUT statements.

use std::borrow::Cow;

use feedrate_language::Position;
use feedrate_language::tree::{Alignment, Expression, ExpressionKind, PutPart, PutStyle, VariableList, VariableRange};
use feedrate_program::{
    ArrayId, AssignmentTarget, Hold, Number, PutForm, PutItem, PutStatement, SiteId, Slot, Statement, Text,
};

use feedrate_values::Kind;

use super::expression::TypedExpression;
use super::facts::LateItem;
use super::formats::of_columns;
use super::lowering::StepLowering;

/// The maximum length of the result of `n*'text'`, in bytes.
const LONGEST_REPEATED: usize = 1 << 20;

impl StepLowering<'_> {
    /// Lowers a PUT statement. `put;` writes an empty line.
    pub fn put(&mut self, parts: &[PutPart], at: Position, out: &mut Vec<Statement>) {
        let external = self.output_file(at);
        let site = self.site(at);
        let mut hold = Hold::No;
        let mut items = Vec::with_capacity(parts.len());
        let mut told_out = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                PutPart::Group(group) => {
                    let values = self.group_values(&group.variables);
                    told_out.extend(group.parts(values).into_iter().map(Cow::Owned));
                }
                part => told_out.push(Cow::Borrowed(part)),
            }
        }
        for part in &told_out {
            let item = match part.as_ref() {
                PutPart::Hold => {
                    hold = Hold::Iteration;
                    continue;
                }
                PutPart::HoldAcross => {
                    hold = Hold::Across;
                    continue;
                }
                PutPart::At(expression) => Some(PutItem::Column(self.number(expression))),
                PutPart::Plus(expression) => Some(PutItem::Advance(self.number(expression))),
                PutPart::Slash => Some(PutItem::NextLine),
                PutPart::Line(expression) => Some(PutItem::Line(self.number(expression))),
                PutPart::Literal(text, times) => self.literal(text, *times, at),
                PutPart::Write { value, named, style } => self.write_item(value, *named, style, (site, items.len())),
                PutPart::Group(_) => None,
                PutPart::All => Some(PutItem::All),
                PutPart::Infile => self.input_file(at).map(PutItem::InfileLine),
            };
            items.extend(item);
        }
        if let Some(external) = external {
            out.push(Statement::Put(Box::new(PutStatement {
                external,
                items,
                hold,
                site,
            })));
        }
    }

    /// Lowers PUTLOG: PUT to the log, whatever FILE says.
    pub fn put_log(&mut self, parts: &[PutPart], at: Position, out: &mut Vec<Statement>) {
        let outside = self.files.output_to_log();
        self.put(parts, at, out);
        self.files.set_current(outside);
    }

    /// Lowers ERROR, which sets `_ERROR_` to 1 and writes to the log if it has anything to write.
    pub fn raise(&mut self, parts: &[PutPart], at: Position, out: &mut Vec<Statement>) {
        out.push(Statement::Assign(self.error.1, Number::Constant(1.0)));
        if !parts.is_empty() {
            self.put_log(parts, at, out);
        }
    }

    /// Returns the values of a group, one for each variable; an array is replaced by its elements.
    fn group_values(&mut self, lists: &[VariableList]) -> Vec<Expression> {
        let mut values = Vec::new();
        for list in lists {
            let at = list.at;
            match &list.range {
                VariableRange::Array(array) => {
                    let indexes = self.indexes(array, at);
                    values.extend(indexes.into_iter().map(|index| Expression {
                        kind: ExpressionKind::Element {
                            array: array.clone(),
                            index,
                        },
                        at,
                    }));
                }
                _ => {
                    for id in self.declare_listed(list) {
                        let name = self.variables.entry(id).name.clone();
                        values.push(Expression {
                            kind: ExpressionKind::Name(name),
                            at,
                        });
                    }
                }
            }
        }
        values
    }

    fn literal(&mut self, text: &[u8], times: u32, at: Position) -> Option<PutItem> {
        if text.len().saturating_mul(times as usize) > LONGEST_REPEATED {
            return self.fail(
                at,
                format!("PUT repeats a text {times} times, which is too long for a line"),
            );
        }
        Some(PutItem::Literal(text.repeat(times as usize)))
    }

    fn write_item(
        &mut self,
        value: &Expression,
        named: bool,
        style: &PutStyle,
        (statement, item): (SiteId, usize),
    ) -> Option<PutItem> {
        let at = value.at;
        let typed = self.expression(value);
        let (kind, length) = (typed.kind(), typed.length());
        let is_plain = *style == PutStyle::List(None) || named && !matches!(style, PutStyle::Columns { .. });
        let typed = match self.indexed(typed, is_plain) {
            Ok(target) => return self.element_item(target, named, style, (kind, length, at)),
            Err(typed) => typed,
        };
        let name = match named {
            true => Some(self.written_name(value, &typed)?),
            false => None,
        };
        let form = if *style == PutStyle::List(None) {
            let (owner, _) = self.owner(&typed)?;
            self.late_items.push(LateItem {
                statement,
                item,
                owner,
                reads: false,
                is_element: false,
                at,
            });
            let format = self.catalog.formats().default_of(kind, length as usize);
            PutForm::List { format, name }
        } else {
            self.styled(style, name, (kind, length, at))?
        };
        Some(PutItem::Write(typed.into_argument(), form))
    }

    /// Lowers a style with a format or columns.
    fn styled(
        &mut self,
        style: &PutStyle,
        name: Option<String>,
        (kind, length, at): (Kind, u32, Position),
    ) -> Option<PutForm> {
        match style {
            PutStyle::List(None) => None,
            PutStyle::List(Some(written)) | PutStyle::Formatted(written) | PutStyle::Aligned(written, _) => {
                let spec = self.spec(written, at)?;
                let format = self.format(&spec, kind, length, at)?;
                Some(match style {
                    // A value that is written after its name is trimmed.
                    _ if name.is_some() => PutForm::List { format, name },
                    PutStyle::Formatted(_) => PutForm::Formatted(format),
                    PutStyle::Aligned(_, alignment) => PutForm::Aligned(format, placed(*alignment)),
                    _ => PutForm::List { format, name },
                })
            }
            PutStyle::Varying { .. } if name.is_some() => {
                self.fail(at, "a value with its name before it takes no $VARYING")
            }
            PutStyle::Varying {
                format,
                length: variable,
            } => {
                let mut spec = self.spec(format, at)?;
                // It writes as $CHARw. does, to fewer columns.
                "$CHAR".clone_into(&mut spec.name);
                Some(PutForm::Varying {
                    format: self.format(&spec, kind, length, at)?,
                    length: self.number(&Expression {
                        kind: ExpressionKind::Name(variable.text.clone()),
                        at: variable.at,
                    }),
                })
            }
            PutStyle::Columns { from, to, decimals } => {
                if !self.check_columns(*from, *to, at) {
                    return None;
                }
                if name.is_some() {
                    return self.fail(at, "a value with its name before it takes no columns");
                }
                let spec = of_columns(kind, to - from + 1, *decimals);
                Some(PutForm::Columns {
                    from: *from,
                    to: *to,
                    format: self.format(&spec, kind, length, at)?,
                })
            }
        }
    }

    /// Lowers an element whose index is computed at run time, in a format of its own if the style has one.
    fn element_item(
        &mut self,
        target: AssignmentTarget,
        named: bool,
        style: &PutStyle,
        (kind, length, at): (Kind, u32, Position),
    ) -> Option<PutItem> {
        let format = match style {
            PutStyle::List(Some(written)) | PutStyle::Formatted(written) | PutStyle::Aligned(written, _) => {
                let spec = self.spec(written, at)?;
                Some(self.format(&spec, kind, length, at)?)
            }
            PutStyle::Varying { .. } => return self.fail(at, "a value with its name before it takes no $VARYING"),
            PutStyle::List(None) | PutStyle::Columns { .. } => None,
        };
        Some(PutItem::Element { target, named, format })
    }

    /// Returns an element whose index is computed at run time, if it is written in the format of its variable;
    /// returns any other value unchanged as `Err`. Elements of temporary arrays have no formats.
    fn indexed(&self, typed: TypedExpression, is_plain: bool) -> Result<AssignmentTarget, TypedExpression> {
        let has_variables = |array: ArrayId| {
            let first = self.arrays[array.0 as usize].elements.first();
            first.is_none_or(|&slot| self.variables.owner(slot).is_some())
        };
        match typed {
            TypedExpression::Number(Number::Element { array, index, site })
            | TypedExpression::Text(Text::Element { array, index, site }, _)
                if is_plain && has_variables(array) =>
            {
                Ok(AssignmentTarget::Element { array, index, site })
            }
            typed => Err(typed),
        }
    }

    /// Returns the name that is written before a value.
    fn written_name(&mut self, value: &Expression, typed: &TypedExpression) -> Option<String> {
        let (slot, array) = self.owner(typed)?;
        if array.is_some() {
            return self.fail_with_hint(
                value.at,
                "PUT with = and a format needs a variable, or an element whose index is a constant",
                "leave the format to a FORMAT statement, or write the name with VNAME",
            );
        }
        match self.variables.owner(slot) {
            Some(id) => Some(self.variables.entry(id).name.clone()),
            None => self.fail(value.at, "elements of a temporary array have no names for PUT with ="),
        }
    }

    /// Returns the slot of a value; for an element whose index is computed at run time, the first slot of its array,
    /// and the array. All values that PUT can write have a slot.
    fn owner(&self, typed: &TypedExpression) -> Option<(Slot, Option<ArrayId>)> {
        match typed {
            TypedExpression::Number(Number::Variable(slot)) => Some((Slot::Number(*slot), None)),
            TypedExpression::Text(Text::Variable(slot), _) => Some((Slot::Text(*slot), None)),
            TypedExpression::Number(Number::Element { array, .. })
            | TypedExpression::Text(Text::Element { array, .. }, _) => {
                let first = self.arrays[array.0 as usize].elements.first()?;
                Some((*first, Some(*array)))
            }
            _ => None,
        }
    }
}

/// Returns the place that an alignment as written means.
fn placed(alignment: Alignment) -> feedrate_program::Alignment {
    match alignment {
        Alignment::Left => feedrate_program::Alignment::Left,
        Alignment::Center => feedrate_program::Alignment::Center,
        Alignment::Right => feedrate_program::Alignment::Right,
    }
}
