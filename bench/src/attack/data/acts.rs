//! The acts of programs on data sets and files: their text, and the contents of the disk when they are through.

use std::rc::Rc;

use crate::attack::data::disk::{Contents, Disk};
use crate::attack::data::stock::{Row, Size, b, before, c, exported, listed, u};
use crate::attack::round::Round;

/// Something that a program does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// A data set that was not there.
    Create,
    /// A data set in the place of one that it reads.
    Replace,
    /// Two data sets of one step, one in the place of another.
    Two,
    /// PROC SORT in place.
    Sort,
    /// PROC APPEND.
    Append,
    /// INSERT of PROC SQL.
    Insert,
    /// MODIFY of all observations in place.
    Modify,
    /// MODIFY of a compressed data set with indexes: REMOVE, REPLACE by longer observations, and OUTPUT.
    Change,
    /// PROC COPY to another library.
    Copy,
    /// PROC EXPORT in the place of a file.
    Export,
    /// A data set goes.
    Delete,
    /// A data set gets another name.
    Rename,
    /// Another session replaces a data set while this one creates another.
    Session,
    /// Another session writes what this one reads through a pipe.
    Pipe,
}

impl Act {
    /// All of them, those of one process first.
    const ALL: [Self; 14] = [
        Self::Create,
        Self::Replace,
        Self::Two,
        Self::Sort,
        Self::Append,
        Self::Insert,
        Self::Modify,
        Self::Change,
        Self::Copy,
        Self::Export,
        Self::Delete,
        Self::Rename,
        Self::Session,
        Self::Pipe,
    ];

    /// Those that a feedrate with PROC SQL or without it can do.
    pub fn all(has_sql: bool) -> Vec<Self> {
        let mut acts = Vec::from(Self::ALL);
        acts.retain(|act| has_sql || *act != Self::Insert);
        acts
    }

    /// Those of them that need one process alone.
    fn alone(has_sql: bool) -> Vec<Self> {
        let mut acts = Self::all(has_sql);
        acts.retain(|act| !act.has_sessions());
        acts
    }

    /// Returns true if it takes other processes.
    pub fn has_sessions(self) -> bool {
        matches!(self, Self::Session | Self::Pipe)
    }

    /// Returns true if it adds observations of `D.C` to `D.B` where that lies.
    pub fn appends(self) -> bool {
        matches!(self, Self::Append | Self::Insert)
    }

    /// The program. `options` are statements that go first.
    pub fn program(self, disk: &Disk, options: &str, round: &mut Round) -> String {
        let libraries = disk.libraries("");
        let csv = disk.path("out/b.csv");
        let csv = csv.display();
        let steps = match self {
            Self::Create => "data d.n; set d.b; v = v * 2; run;".to_owned(),
            Self::Replace => "data d.b; set d.b; v = v + 1; run;".into(),
            Self::Two => "data d.b d.n; set d.b; v = v + 1; run;".into(),
            Self::Sort => "proc sort data=d.b; by k; run;".into(),
            Self::Append => "proc append base=d.b data=d.c; run;".into(),
            Self::Insert => "proc sql; insert into d.b select * from d.c; quit;".into(),
            Self::Modify => "data d.b; modify d.b; v = v + 1; run;".into(),
            Self::Change => format!(
                "data d.u; modify d.u;\n\
                 if k < {NEW_KEYS} then do;\n\
                   if mod(v, 5) = 0 then remove;\n\
                   else if mod(v, 3) = 0 then do;\n\
                     v = v + 1; t = '{LONG}'; replace;\n\
                     k = k + {NEW_KEYS}; output;\n\
                   end;\n\
                 end;\nrun;"
            ),
            Self::Copy => "proc copy in=d out=e; select b c; run;".into(),
            Self::Export => {
                format!("proc export data=d.b outfile='{csv}' dbms=csv replace; run;")
            }
            Self::Delete => "proc datasets lib=d nolist; delete c; quit;".into(),
            Self::Rename => "proc datasets lib=d nolist; change c=n; quit;".into(),
            Self::Session => format!(
                "options comamid=tcp;\n\
                 signon one sascmd='!sascmd';\n\
                 rsubmit process=one wait=no;\n\
                 {libraries}\
                 data d.b; set d.b; v = v + 1; run;\n\
                 endrsubmit;\n\
                 data d.n; set d.c; v = v * 2; run;\n\
                 waitfor _all_ one;\n\
                 signoff one;"
            ),
            Self::Pipe => {
                let port = round.rng.u16(20_000..60_000);
                let host = round.draw(&["", "localhost"]);
                format!(
                    "options comamid=tcp;\n\
                     signon one sascmd='!sascmd';\n\
                     rsubmit process=one wait=no;\n\
                     {libraries}\
                     libname p sasesock '{host}:{port}' timeout=10;\n\
                     data p.x; set d.b; v = v + 1; run;\n\
                     endrsubmit;\n\
                     libname p sasesock '{host}:{port}' timeout=10;\n\
                     proc sort data=p.x out=d.b; by k; run;\n\
                     waitfor _all_ one;\n\
                     signoff one;"
                )
            }
        };
        format!("{options}\n{libraries}{steps}\n")
    }

    /// Returns the contents of the disk after it.
    pub fn after(self, size: Size) -> Contents {
        let mut contents = before(size);
        let more = |by| {
            b(size).map(move |mut row| {
                row.v += by;
                row
            })
        };
        let twice = |mut row: Row| {
            row.v *= 2;
            row
        };
        let sorted = |by| {
            let mut rows: Vec<_> = more(by).collect();
            rows.sort_by_key(|row| row.k);
            listed(rows.into_iter())
        };
        let (of_b, of_c, of_n) = ("d/b.sas7bdat", "d/c.sas7bdat", "d/n.sas7bdat");
        let mut holds = |name, text: Rc<str>| {
            contents.insert(name, text);
        };
        match self {
            Self::Create => holds(of_n, listed(b(size).map(twice))),
            Self::Replace => holds(of_b, listed(more(1))),
            Self::Two => {
                holds(of_b, listed(more(1)));
                holds(of_n, listed(more(1)));
            }
            Self::Sort => holds(of_b, sorted(0)),
            Self::Append | Self::Insert => holds(of_b, listed(b(size).chain(c(size)))),
            Self::Modify => holds(of_b, listed(more(1))),
            Self::Change => holds("d/u.sas7bdat", listed(changed(size))),
            Self::Copy => {
                holds("e/b.sas7bdat", listed(b(size)));
                holds("e/c.sas7bdat", listed(c(size)));
            }
            Self::Export => holds("out/b.csv", exported(b(size))),
            Self::Delete => {
                contents.remove(of_c);
            }
            Self::Rename => {
                contents.remove(of_c);
                contents.insert(of_n, listed(c(size)));
            }
            Self::Session => {
                holds(of_b, listed(more(1)));
                holds(of_n, listed(c(size).map(twice)));
            }
            Self::Pipe => holds(of_b, sorted(1)),
        }
        contents
    }
}

/// Keys of observations that [`Act::Change`] adds are not below this.
const NEW_KEYS: u64 = 10_000_000;

/// A longer text than those before.
const LONG: &str = "longer by some bytes";

/// The observations of `D.U` after [`Act::Change`].
fn changed(size: Size) -> impl Iterator<Item = Row> {
    let longer = |mut row: Row, keys| {
        row.k += keys;
        row.v += 1;
        row.t = LONG.to_owned();
        row
    };
    let stays = u(size).filter(|row| row.v % 5 != 0);
    let stays = stays.map(move |row| match row.v % 3 {
        0 => longer(row, 0),
        _ => row,
    });
    let added = u(size).filter(|row| row.v % 5 != 0 && row.v % 3 == 0);
    stays.chain(added.map(move |row| longer(row, NEW_KEYS)))
}

/// Statements that have pages move in one way or another.
const OPTIONS: [&str; 4] = [
    "",
    "options sgio bufno=4;",
    "options discipline=assas;",
    "options nothreads;",
];

/// One of these statements.
pub fn draw_options(round: &mut Round) -> &'static str {
    round.draw(&OPTIONS)
}

/// The act, the statements and the turn of a round in which every act of one process comes with every such statement,
/// one after the other, and then again with the next turn.
pub fn in_turn(round: &Round) -> (Act, &'static str, u64) {
    let acts = Act::alone(round.tools.has_sql);
    let (number, kinds) = (round.number, acts.len() as u64);
    let act = acts[(number % kinds) as usize];
    let ways = OPTIONS.len() as u64;
    let options = OPTIONS[(number / kinds % ways) as usize];
    (act, options, number / kinds / ways)
}
