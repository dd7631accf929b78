//! iotest.sh and rhel_iotest.sh, the shell scripts that SAS's support asks sites to run: their arguments, their output.
//!
//! [`parse()`] parses arguments to a [`Request`], and [`run()`] executes it: streams write a file each, then read it
//! back. The result lines are those of the scripts, so that programs that look for them continue to work; the truth
//! that they leave out is printed beside them. Options and result lines are facts that articles and posts show; no code
//! of the scripts is here.
//!
//! | module | contents |
//! |---|---|
//! | `arguments` | the options, from which parsing, help and completions are made |
//! | `ground` | the facts of the machine that a test is fitted to |
//! | `request` | a valid request |
//! | `rules` | valid combinations of options, and the sizes of files |
//! | `checks` | conditions that are checked before a test starts |
//! | `plan` | a test as loads of feedrate |
//! | `scratch` | the folder of the files |
//! | `flush` | bringing files to the device, and out of the page cache |
//! | `run` | the execution |
//! | `observer` | who is told what is being done |
//! | `figures` | the rates of a test |
//! | `layout` | the output lines of the scripts |
//! | `truth` | the lines beside them |
//! | `explain` | descriptions of tests |

mod arguments;
mod checks;
mod error;
mod explain;
mod figures;
mod flush;
mod ground;
mod layout;
mod observer;
mod plan;
mod request;
mod rules;
mod run;
mod scratch;
mod truth;

pub use arguments::IotestArguments;
pub use error::{Error, Result};
pub use ground::Ground;
pub use observer::Observer;
pub use request::{Form, Name, Request, Test};
pub use rules::{parse, request};
pub use run::run;

#[cfg(test)]
mod tests;
