//! The request of PROC TRANSPOSE, and the events of reading its data set.

use feedrate_program::{DataStep, NumberSlot, Slot, TextSlot};
use feedrate_values::Spec;
use feedrate_values::format::Format;

use super::chosen::NewVariables;

/// A PROC TRANSPOSE step.
#[derive(Clone, Debug)]
pub struct Transpose {
    /// The input, and the output data set with the BY variables, those of COPY, `_NAME_` and `_LABEL_`. Its other
    /// variables are added when the observations are known.
    pub step: DataStep,
    /// The variables that become observations.
    pub variables: Vec<TransposedVariable>,
    /// The `last.x` of the innermost BY variable.
    pub last: Option<NumberSlot>,
    /// ID: the variables whose values are the names of the new variables.
    pub ids: Vec<(Slot, Format)>,
    /// IDLABEL: the variable whose values are their labels.
    pub id_label: Option<(Slot, Format)>,
    /// COPY.
    pub copies: Vec<Slot>,
    /// The slot of `_NAME_`.
    pub name: TextSlot,
    /// The slot of `_LABEL_`, if any variable has a label.
    pub label: Option<TextSlot>,
    /// The length of the new variables if they are character variables.
    pub text_bytes: Option<u32>,
    /// Their format.
    pub format: Option<Spec>,
    /// PREFIX=.
    pub prefix: Option<String>,
    /// SUFFIX=.
    pub suffix: String,
    /// DELIMITER=: the text between the values of several ID variables.
    pub delimiter: String,
    /// The options of OUT= that apply to the new variables.
    pub chosen: NewVariables,
    /// LET: true if the last of several observations with the same ID value is used.
    pub keep_last: bool,
}

/// A variable that becomes an observation.
#[derive(Clone, Debug)]
pub struct TransposedVariable {
    /// Its name.
    pub name: String,
    /// Its label; empty for none.
    pub label: String,
    /// Its slot.
    pub slot: Slot,
    /// The format of its values, if numbers are converted to character values.
    pub format: Format,
}

/// An event of reading the data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReadEvent {
    /// An observation is in the vector.
    Observation,
    /// The end of a BY group. The values of its last observation are still in the vector.
    EndOfGroup,
}
