//! Objects: hash tables, and iterators over them.
//!
//! An object variable is a number of the vector: that of its object, from 1, or missing. So an object can be data of
//! another one.

mod data_set;
mod parts;

pub use data_set::{ItemSelection, NamePattern, ObjectDataSet, ObjectOutput, ObjectSource};
pub(crate) use parts::ObjectPart;

use super::{Argument, AssignmentTarget, Number, NumberSlot, SiteId, Text};

/// The class of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectClass {
    /// A hash table.
    Hash,
    /// An iterator over one.
    Iterator,
}

/// A variable whose value is an object.
#[derive(Clone, Debug)]
pub struct ObjectVariable {
    /// Its name.
    pub name: String,
    /// The slot of the number of its object.
    pub slot: NumberSlot,
    /// The class of its objects.
    pub class: ObjectClass,
}

/// A call of a method, or a new object. Its value is the return code of the method, 0 if it succeeds; of an attribute
/// it is the attribute, and of a new object its number.
#[derive(Clone, Debug)]
pub struct ObjectCall {
    /// The object.
    pub object: NumberSlot,
    /// The action.
    pub action: ObjectAction,
    /// True if nothing looks at the return code, so that a failure is an error.
    pub is_statement: bool,
    /// Its position in the program.
    pub site: SiteId,
}

/// The action of a call.
#[derive(Clone, Debug)]
pub enum ObjectAction {
    /// A new hash table.
    NewHash(Box<NewHash>),
    /// A new iterator over the hash table of the variable with this name.
    NewIterator(Text),
    /// DEFINEKEY, with the names of variables.
    DefineKey(Vec<Text>),
    /// DEFINEDATA.
    DefineData(Vec<Text>),
    /// `all: 'yes'` of DEFINEKEY.
    DefineAllKeys(Text),
    /// `all: 'yes'` of DEFINEDATA.
    DefineAllData(Text),
    /// DEFINEDONE, with MEMRC:.
    DefineDone(Option<Text>),
    /// A method that looks a key up. Without values, the key is that of the variables.
    Lookup(Lookup, Vec<Argument>),
    /// A method that may add an item.
    Change(ItemChange, NewItem),
    /// REPLACEDUP, with no values of a key.
    ReplaceCurrent(NewItem),
    /// A method without arguments.
    Plain(PlainAction),
    /// HAS_NEXT and HAS_PREV: sets a variable to 1 or 0.
    Has(Direction, AssignmentTarget),
    /// EQUALS: the name of the other object variable, and the variable that becomes 1 or 0.
    Equals(Text, AssignmentTarget),
    /// SUM.
    Sum(Vec<Argument>, AssignmentTarget),
    /// SUMDUP.
    SumCurrent(AssignmentTarget),
    /// OUTPUT.
    Output(Vec<ObjectOutput>),
}

/// The methods that look a key up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// FIND.
    Find,
    /// CHECK.
    Check,
    /// REMOVE.
    Remove,
    /// REMOVEDUP.
    RemoveCurrent,
    /// DO_OVER.
    DoOver,
    /// SETCUR of an iterator.
    SetCursor,
}

/// The methods that may add an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemChange {
    /// ADD.
    Add,
    /// REPLACE.
    Replace,
    /// REF.
    Ref,
}

/// The values of an item that is added or replaced.
#[derive(Clone, Debug, Default)]
pub struct NewItem {
    /// The key; without values, that of the variables.
    pub keys: Vec<Argument>,
    /// The data; without values, those of the variables.
    pub data: Vec<Argument>,
}

/// The methods and attributes without arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainAction {
    /// CLEAR.
    Clear,
    /// DELETE.
    Delete,
    /// FIND_NEXT.
    FindNext,
    /// FIND_PREV.
    FindPrevious,
    /// RESET_DUP.
    ResetCurrent,
    /// NUM_ITEMS.
    ItemCount,
    /// ITEM_SIZE.
    ItemSize,
    /// FIRST of an iterator.
    First,
    /// LAST of an iterator.
    Last,
    /// NEXT of an iterator.
    Next,
    /// PREV of an iterator.
    Previous,
}

/// A direction in the list of items with the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the end.
    Next,
    /// To the beginning.
    Previous,
}

/// The arguments of the constructor of a hash table.
#[derive(Clone, Debug, Default)]
pub struct NewHash {
    /// DATASET:.
    pub source: Option<ObjectSource>,
    /// DUPLICATE:.
    pub duplicate: Option<Text>,
    /// HASHEXP:, in which equal tables agree; a table sizes itself.
    pub exponent: Option<Number>,
    /// ORDERED:.
    pub ordered: Option<Text>,
    /// MULTIDATA:.
    pub multidata: Option<Text>,
    /// SUMINC:, the name of a variable.
    pub sum_increment: Option<Text>,
    /// KEYSUM:, the name of a variable.
    pub key_sum: Option<Text>,
}
