//! The data sets that programs change: how they are made by feedrate, and what they hold, by the same rule computed
//! here.

use std::fmt::Write;
use std::path::PathBuf;
use std::rc::Rc;

use crate::attack::data::disk::{Contents, Disk};
use crate::attack::round::Round;

/// A size of the data sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Observations of `D.B`.
    pub rows: u64,
    /// A prime above that.
    prime: u64,
}

impl Size {
    /// Steps over it take a few milliseconds, and a handful of transfers.
    pub const SMALL: Self = Self {
        rows: 3000,
        prime: 3001,
    };
    /// Steps over it take long enough for a signal to meet them.
    pub const LARGE: Self = Self {
        rows: 20_000,
        prime: 20_011,
    };

    /// Observations of `D.C`.
    pub fn fewer(self) -> u64 {
        self.rows / 8
    }

    /// A key of `D.B`: each comes once, in an order that looks shuffled.
    pub fn key(self, row: u64) -> u64 {
        row * 7919 % self.prime
    }
}

/// An observation, as PUT writes it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The key.
    pub k: u64,
    /// A number.
    pub v: u64,
    /// A text.
    pub t: String,
}

/// The observations of `D.B`.
pub fn b(size: Size) -> impl Iterator<Item = Row> {
    (1..=size.rows).map(move |i| Row {
        k: size.key(i),
        v: i,
        t: format!("r{i}"),
    })
}

/// The observations of `D.C`.
pub fn c(size: Size) -> impl Iterator<Item = Row> {
    (1..=size.fewer()).map(|i| Row {
        k: 1_000_000 + i,
        v: 3 * i,
        t: format!("c{i}"),
    })
}

/// The observations of `D.U`, which is compressed and has indexes.
pub fn u(size: Size) -> impl Iterator<Item = Row> {
    (1..=size.fewer()).map(|i| Row {
        k: 2_000_000 + i,
        v: i,
        t: format!("u{}", i % 50),
    })
}

/// Observations as PUT writes them.
pub fn listed(rows: impl Iterator<Item = Row>) -> Rc<str> {
    joined(rows, ' ', String::new())
}

/// Observations as PROC EXPORT writes them.
pub fn exported(rows: impl Iterator<Item = Row>) -> Rc<str> {
    joined(rows, ',', "k,v,t\n".into())
}

fn joined(rows: impl Iterator<Item = Row>, between: char, mut text: String) -> Rc<str> {
    for Row { k, v, t } in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{k}{between}{v}{between}{t}");
    }
    text.into()
}

/// Returns the contents of a disk before a program changes it.
pub fn before(size: Size) -> Contents {
    Contents::from([
        ("d/b.sas7bdat", listed(b(size))),
        ("d/c.sas7bdat", listed(c(size))),
        ("d/u.sas7bdat", listed(u(size))),
        ("out/b.csv", exported(c(size))),
    ])
}

/// Makes a disk that holds that, in a round's folder: a copy of one that is made once for all rounds.
pub fn make(round: &mut Round, size: Size) -> Result<Disk, String> {
    let first = round.folder.with_file_name(format!("stock-{}", size.rows));
    let disk = match first.exists() {
        true => Disk::at(first),
        false => make_first(round, size, first)?,
    };
    disk.copy_of(round.folder.join("disk"))
}

fn make_first(round: &mut Round, size: Size, first: PathBuf) -> Result<Disk, String> {
    let disk = Disk::make(first)?;
    let program = format!(
        "{libraries}\
         data d.b; length k v 8 t $ 8;\n\
           do v = 1 to {rows}; k = mod(v * 7919, {prime}); t = cats('r', v); output; end;\n\
         run;\n\
         data d.c; length k v 8 t $ 8;\n\
           do i = 1 to {fewer}; k = 1000000 + i; v = 3 * i; t = cats('c', i); output; end;\n\
           drop i;\n\
         run;\n\
         data d.u (compress=char index=(k / unique  t)); length k v 8 t $ 60;\n\
           do v = 1 to {fewer}; k = 2000000 + v; t = cats('u', mod(v, 50)); output; end;\n\
         run;\n\
         proc export data=d.c outfile='{csv}' dbms=csv replace; run;\n",
        libraries = disk.libraries(""),
        rows = size.rows,
        prime = size.prime,
        fewer = size.fewer(),
        csv = disk.path("out/b.csv").display(),
    );
    round.run_well(&program)?;
    Ok(disk)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn keys_are_all_different() {
        for size in [Size::SMALL, Size::LARGE] {
            let keys: HashSet<_> = b(size).map(|row| row.k).collect();
            assert_eq!(keys.len() as u64, size.rows);
        }
    }

    #[test]
    fn rows_are_listed_as_programs_write_them() {
        let few = || c(Size::SMALL).take(2);
        assert_eq!(&*listed(few()), "1000001 3 c1\n1000002 6 c2\n");
        assert_eq!(&*exported(few()), "k,v,t\n1000001,3,c1\n1000002,6,c2\n");
    }
}
