//! The cases: what is moved, and what is asked of feedrate in each.

use serde::Serialize;

/// What is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Past the page cache, from front to back.
    DirectRead,
    /// The same, overwriting.
    DirectWrite,
    /// Past the page cache, at random.
    RandomRead,
    /// From the page cache, which holds the whole file.
    HotRead,
}

/// One case.
#[derive(Clone, Debug, Serialize)]
pub struct Case {
    /// What the table calls it.
    pub name: String,
    /// What is moved.
    pub kind: Kind,
    /// Bytes of a transfer.
    pub block: u64,
    /// Transfers in flight.
    pub depth: u32,
}

impl Case {
    fn new(kind: Kind, kib: u64) -> Self {
        let (what, depth) = match kind {
            Kind::DirectRead => ("direct read", 16),
            Kind::DirectWrite => ("direct write", 16),
            Kind::RandomRead => ("random read", 32),
            Kind::HotRead => ("hot read", 1),
        };
        let size = if kib < 1024 {
            format!("{kib}K")
        } else {
            format!("{}M", kib / 1024)
        };
        Self {
            name: format!("{what} {size}"),
            kind,
            block: kib << 10,
            depth,
        }
    }

    /// Whether it is reported in transfers a second, as random I/O is.
    pub fn counts_transfers(&self) -> bool {
        self.kind == Kind::RandomRead
    }

    /// Whether feedrate's processor time is to be at most fio's. The other cases print it and ask
    /// nothing of it.
    pub fn judges_cpu(&self) -> bool {
        matches!(self.kind, Kind::DirectRead | Kind::DirectWrite)
    }
}

/// All cases, or those whose names contain a text. Hot reads come last: writes would send the file
/// out of the page cache again.
pub fn chosen(only: Option<&str>) -> Result<Vec<Case>, String> {
    let cases = |kind, sizes: [u64; 4]| sizes.map(|kib| Case::new(kind, kib));
    let mut all = Vec::new();
    all.extend(cases(Kind::DirectRead, [16, 64, 256, 1024]));
    all.extend(cases(Kind::DirectWrite, [16, 64, 256, 1024]));
    all.push(Case::new(Kind::RandomRead, 4));
    all.extend(cases(Kind::HotRead, [4, 64, 256, 1024]));
    let names: Vec<_> = all.iter().map(|case| case.name.clone()).collect();
    if let Some(text) = only {
        all.retain(|case| case.name.contains(text));
    }
    if all.is_empty() {
        return Err(format!(
            "no case has that in its name; there are: {}",
            names.join(", ")
        ));
    }
    Ok(all)
}
