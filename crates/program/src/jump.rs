//! Labels, jumps to them, and statements about the lines of files.

/// A label, by its number in the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LabelId(pub u32);

/// A label, or a jump to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// A label, which does nothing.
    Label(LabelId),
    /// GOTO: goes on behind the label, which is in no loop that is not around the statement too.
    Goto(LabelId),
    /// LINK: executes the statements behind the label, in no loop, up to a RETURN, and goes on here.
    Link(LabelId),
}

/// A statement about the lines of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinesAction {
    /// INFILE or FILE with FILEVAR=: opens the file that it names, unless it is open.
    Open,
    /// LIST: the current lines are logged at the end of the iteration.
    List,
    /// LOSTCARD: the first of the current lines is left out, and the iteration begins anew.
    LoseCard,
}
