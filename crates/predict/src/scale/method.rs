//! The same pages moved in another way.

use feedrate_pageio::{Discipline, Method};

use crate::job::{Job, Order, Origin};

/// The unit that direct transfers need of pages and headers.
const ALIGNMENT: u64 = 4096;

/// The way that pages are to move instead; `None` leaves a job's own way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MethodChange {
    /// Past the page cache, or through it.
    pub direct: Option<bool>,
    /// BUFNO.
    pub buffers: Option<u32>,
    /// Who waits.
    pub discipline: Option<Discipline>,
}

impl MethodChange {
    fn is_nothing(self) -> bool {
        self == Self::default()
    }
}

/// Changes how the pages of data sets move. What is read at random, utility files and pipes keep their way. Returns
/// what could not be changed.
pub fn change_method(job: &mut Job, change: MethodChange) -> Vec<String> {
    if change.is_nothing() {
        return Vec::new();
    }
    let mut kept = Vec::new();
    for use_ in job.steps.iter_mut().flat_map(|step| &mut step.uses) {
        let file = &job.files[use_.file];
        if matches!(file.origin, Origin::Pipe | Origin::Utility) || use_.order == Order::Random {
            continue;
        }
        let direct = change.direct.unwrap_or(use_.method.is_direct());
        let is_aligned = file.page_bytes.is_multiple_of(ALIGNMENT) && file.header_bytes.is_multiple_of(ALIGNMENT);
        if direct && !is_aligned {
            let text = format!(
                "{} stays in the page cache: its pages or its header are no multiples of {ALIGNMENT} bytes.",
                file.name
            );
            if !kept.contains(&text) {
                kept.push(text);
            }
            continue;
        }
        let before = match use_.method {
            Method::Direct { pages_per_transfer } => pages_per_transfer,
            _ => 1,
        };
        use_.method = match direct {
            true => Method::Direct {
                pages_per_transfer: change.buffers.unwrap_or(before).max(1),
            },
            false => Method::Cached,
        };
        use_.discipline = change.discipline.unwrap_or(use_.discipline);
    }
    job.assumptions
        .push("Its pages move in another way than those of the program it was derived from.".to_owned());
    kept
}
