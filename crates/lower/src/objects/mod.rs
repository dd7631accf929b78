//! Hash tables and their iterators: DECLARE, `_NEW_`, and calls of methods.

mod data_set;
mod given;
mod method;

use feedrate_language::Position;
use feedrate_language::parse::nearest::did_you_mean;
use feedrate_language::tree::{self, Expression, ExpressionKind, Name, ObjectDeclaration, ObjectExpression};
use feedrate_program::{
    NewHash, Number, NumberSlot, ObjectAction, ObjectCall, ObjectClass, ObjectVariable, PlainAction, Statement,
};

use super::expression::TypedExpression;
use super::lowering::StepLowering;
use super::variables::Variables;
use given::GivenArguments;

/// The attributes of a hash table.
const ATTRIBUTES: &[(&str, PlainAction)] = &[
    ("NUM_ITEMS", PlainAction::ItemCount),
    ("ITEM_SIZE", PlainAction::ItemSize),
];

/// The tags of the constructor of a hash table.
const TAGS: &[&str] = &[
    "DATASET",
    "DUPLICATE",
    "HASHEXP",
    "KEYSUM",
    "MULTIDATA",
    "ORDERED",
    "SUMINC",
];

impl StepLowering<'_> {
    /// Lowers DECLARE, which makes an object if it has parentheses.
    pub fn declare_object(&mut self, declaration: &ObjectDeclaration, at: Position, out: &mut Vec<Statement>) {
        let name = &declaration.name;
        let key = Variables::key(&name.text);
        if !self.is_name(&name.text, name.at) {
            return;
        }
        if self.objects.contains_key(&key) {
            let hint = format!("make another object with `{} = _new_ ...;`", name.text);
            self.error_with_hint(name.at, format!("the object {} is declared twice", name.text), hint);
            return;
        }
        if self.variables.find(&name.text).is_some() || self.array_facts.contains_key(&key) {
            self.error(
                name.at,
                format!("{} is a variable already, and can be no object", name.text),
            );
            return;
        }
        let class = class_of(declaration.class);
        let slot = self.variables.spare_number();
        let variable = ObjectVariable {
            name: name.text.clone(),
            slot,
            class,
        };
        self.objects.insert(key, variable);
        if let Some(arguments) = &declaration.arguments {
            self.new_object(slot, class, arguments, at, out);
        }
    }

    /// Lowers `h = _new_ hash(…)` and `h = other`.
    pub fn assign_object(&mut self, name: &Name, value: &Expression, out: &mut Vec<Statement>) {
        let Some(object) = self.object(name) else {
            return;
        };
        match &value.kind {
            ExpressionKind::Object(new) => {
                if let ObjectExpression::New { class, arguments } = &**new {
                    let class = class_of(*class);
                    if class == object.class {
                        return self.new_object(object.slot, class, arguments, value.at, out);
                    }
                }
            }
            ExpressionKind::Name(other) => {
                let other = self.objects.get(&Variables::key(other));
                if let Some(other) = other.filter(|other| other.class == object.class) {
                    let value = Number::Variable(other.slot);
                    return out.push(Statement::Assign(object.slot, value));
                }
            }
            _ => {}
        }
        self.error_with_hint(
            value.at,
            format!("{} is an object, and can only be given one of its class", name.text),
            "write `_new_` with HASH or HITER",
        );
    }

    /// Lowers a method that is called as a statement.
    pub fn method_statement(&mut self, call: &ObjectExpression, at: Position, out: &mut Vec<Statement>) {
        let ObjectExpression::Call {
            object,
            method,
            arguments,
        } = call
        else {
            self.error(at, "this is no statement; call a method of the object");
            return;
        };
        if let Some(call) = self.method(object, method, arguments, true) {
            let unused = self.variables.spare_number();
            out.push(Statement::Assign(unused, Number::Object(Box::new(call))));
        }
    }

    /// Lowers a method or an attribute in an expression.
    pub fn object_expression(&mut self, expression: &ObjectExpression, at: Position) -> TypedExpression {
        if self.scope.is_some() {
            self.error(at, "a condition on a data set cannot call the methods of objects");
            return TypedExpression::nothing();
        }
        let call = match expression {
            ObjectExpression::Call {
                object,
                method,
                arguments,
            } => self.method(object, method, arguments, false),
            ObjectExpression::Attribute { object, attribute } => self.object_attribute(object, attribute),
            ObjectExpression::New { .. } => {
                self.error_with_hint(
                    at,
                    "_NEW_ stands alone on the right side of an assignment to an object",
                    "declare the object before, as in `declare hash h;`",
                );
                None
            }
        };
        match call {
            Some(call) => TypedExpression::Number(Number::Object(Box::new(call))),
            None => TypedExpression::nothing(),
        }
    }

    fn object_attribute(&mut self, object: &Name, attribute: &Name) -> Option<ObjectCall> {
        let object = self.object(object)?;
        let upper = attribute.text.to_ascii_uppercase();
        let known = ATTRIBUTES.iter().filter(|_| object.class == ObjectClass::Hash);
        let Some((_, action)) = known.clone().find(|(name, _)| *name == upper) else {
            let message = format!("{upper} is no attribute of {}", object.name);
            let hint = did_you_mean(&upper, known.map(|(name, _)| *name));
            let hint = hint.unwrap_or_else(|| "a call of a method has parentheses".to_owned());
            return self.fail_with_hint(attribute.at, message, hint);
        };
        Some(ObjectCall {
            object: object.slot,
            action: ObjectAction::Plain(*action),
            is_statement: false,
            site: self.site(attribute.at),
        })
    }

    /// Returns the object variable of a name.
    fn object(&mut self, name: &Name) -> Option<ObjectVariable> {
        let object = self.objects.get(&Variables::key(&name.text)).cloned();
        // A statement that is left out may declare it.
        if object.is_none() && !self.declarations.is_partial {
            let known: Vec<String> = self.objects.values().map(|object| object.name.clone()).collect();
            let hint = did_you_mean(&name.text, known.iter().map(String::as_str));
            let hint = hint.unwrap_or_else(|| format!("declare it before, as in `declare hash {};`", name.text));
            return self.fail_with_hint(name.at, format!("{} is not an object of this step", name.text), hint);
        }
        object
    }

    /// Lowers a new object, and its assignment to a variable.
    fn new_object(
        &mut self,
        object: NumberSlot,
        class: ObjectClass,
        arguments: &[tree::ObjectArgument],
        at: Position,
        out: &mut Vec<Statement>,
    ) {
        let action = match class {
            ObjectClass::Hash => self.new_hash(arguments).map(Box::new).map(ObjectAction::NewHash),
            ObjectClass::Iterator => self.new_iterator(arguments, at),
        };
        let Some(action) = action else {
            return;
        };
        let call = ObjectCall {
            object,
            action,
            is_statement: true,
            site: self.site(at),
        };
        out.push(Statement::Assign(object, Number::Object(Box::new(call))));
    }

    fn new_hash(&mut self, arguments: &[tree::ObjectArgument]) -> Option<NewHash> {
        let given = GivenArguments::new(arguments, TAGS, "HASH", self)?;
        let mut new = NewHash {
            duplicate: self.only_text(&given, "DUPLICATE"),
            ordered: self.only_text(&given, "ORDERED"),
            multidata: self.only_text(&given, "MULTIDATA"),
            sum_increment: self.only_text(&given, "SUMINC"),
            key_sum: self.only_text(&given, "KEYSUM"),
            ..NewHash::default()
        };
        if let Some(expression) = given.only("HASHEXP") {
            new.exponent = Some(self.number(expression));
        }
        if let Some(expression) = given.only("DATASET") {
            new.source = Some(self.object_source(expression)?);
        }
        if new.key_sum.is_some() && new.sum_increment.is_none() {
            let at = given.only("KEYSUM").map(|expression| expression.at)?;
            return self.fail(
                at,
                "KEYSUM: names a variable for sums, which SUMINC: makes; it needs that too",
            );
        }
        Some(new)
    }

    fn new_iterator(&mut self, arguments: &[tree::ObjectArgument], at: Position) -> Option<ObjectAction> {
        let given = GivenArguments::new(arguments, &[""], "HITER", self)?;
        let Some(name) = given.only("") else {
            return self.fail_with_hint(
                at,
                "HITER takes the name of a hash object",
                "write it in quotes, as in `declare hiter i('h');`",
            );
        };
        Some(ObjectAction::NewIterator(self.text(name).0))
    }
}

fn class_of(class: tree::ObjectClass) -> ObjectClass {
    match class {
        tree::ObjectClass::Hash => ObjectClass::Hash,
        tree::ObjectClass::Iterator => ObjectClass::Iterator,
    }
}
