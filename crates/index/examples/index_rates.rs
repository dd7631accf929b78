//! The rates at which trees of keys of eight bytes are built and searched in memory, for each size of pages.
//!
//! `cargo run --release -p feedrate-index --example index_rates -- [ENTRIES] [LOOKUPS]`

use std::convert::Infallible;
use std::error::Error;
use std::hint::black_box;

use feedrate_index::{Builder, Cursor, FreeList, Layout, MemoryPages, Pages, Tree};

type Pair = (u64, u64);

/// The seconds for which this thread had a processor, so that others on the machine do not count.
fn busy() -> Result<f64, Box<dyn Error>> {
    let line = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds: f64 = line.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanoseconds / 1e9)
}

/// The keys of a variable, in the order of rows.
fn keys(kind: &str, entries: u64) -> Vec<Pair> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut pairs: Vec<Pair> = (0..entries)
        .map(|row| match kind {
            "random" => (random.u64(..), row),
            // As doubles have them: positive numbers, with their sign turned.
            "whole" => ((row as f64).to_bits() | 1 << 63, row),
            _ => (((row % 1000) as f64).to_bits() | 1 << 63, row),
        })
        .collect();
    random.shuffle(&mut pairs);
    if kind != "random" {
        for (row, pair) in pairs.iter_mut().enumerate() {
            pair.1 = row as u64;
        }
    }
    pairs
}

fn build(layout: Layout, fill: u8, pairs: &[Pair]) -> Result<(MemoryPages, Tree, f64), Box<dyn Error>> {
    let mut pages = MemoryPages::new(layout.page_bytes());
    let begin = busy()?;
    let mut written = 0_u64;
    let sink = |_, page: &[u8]| {
        written += black_box(page).len() as u64;
        Ok::<(), Infallible>(())
    };
    let mut builder = Builder::new(layout, 1, fill, sink);
    for (key, row) in pairs {
        builder.push(&key.to_be_bytes(), *row)?;
    }
    builder.finish()?;
    let seconds = busy()? - begin;
    let sink = |_, page: &[u8]| {
        pages.push(page);
        Ok::<(), Infallible>(())
    };
    let mut builder = Builder::new(layout, 1, fill, sink);
    for (key, row) in pairs {
        builder.push(&key.to_be_bytes(), *row)?;
    }
    let tree = builder.finish()?.tree;
    Ok((pages, tree, seconds))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let entries = arguments.next().map_or(Ok(10_000_000), |text| text.parse())?;
    let lookups = arguments.next().map_or(Ok(2_000_000), |text| text.parse())?;
    for kind in ["random", "whole", "repeated"] {
        let mut pairs = keys(kind, entries);
        let begin = busy()?;
        pairs.sort_unstable();
        let sorting = busy()? - begin;
        println!("{kind}: {entries} keys sorted in {sorting:.3} s");
        println!(
            "{:>6} {:>9} {:>7} {:>9} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9}",
            "page",
            "build s",
            "/ sort",
            "bytes/row",
            "height",
            "find ns",
            "missing",
            "scan ns",
            "insert ns",
            "remove ns"
        );
        for kib in [1, 2, 4, 8, 16, 32] {
            measure(Layout::new(kib * 1024, 8)?, &pairs, sorting, lookups)?;
        }
    }
    Ok(())
}

fn measure(layout: Layout, pairs: &[Pair], sorting: f64, lookups: u64) -> Result<(), Box<dyn Error>> {
    let (mut pages, tree, seconds) = build(layout, 100, pairs)?;
    let bytes = pages.count() * layout.page_bytes() as u64;
    let height = tree.height();
    let mut random = fastrand::Rng::with_seed(2);
    let mut cursor = Cursor::new(&tree);
    let wanted: Vec<[u8; 8]> = (0..lookups)
        .map(|_| pairs[random.usize(..pairs.len())].0.to_be_bytes())
        .collect();
    let per = |begin: f64, count: usize| Ok::<_, Box<dyn Error>>((busy()? - begin) * 1e9 / count.max(1) as f64);

    let begin = busy()?;
    for key in &wanted {
        black_box(cursor.find(&mut pages, key)?);
    }
    let find = per(begin, wanted.len())?;

    let begin = busy()?;
    for key in &wanted {
        let key = u64::from_be_bytes(*key) ^ 1;
        black_box(cursor.find(&mut pages, &key.to_be_bytes())?);
    }
    let missing = per(begin, wanted.len())?;

    let begin = busy()?;
    cursor.seek_first(&mut pages)?;
    let mut sum = 0;
    while let Some(entry) = cursor.next(&mut pages)? {
        sum ^= entry.row;
    }
    black_box(sum);
    let scan = per(begin, pairs.len())?;

    let (mut pages, mut tree, _) = build(layout, 90, pairs)?;
    let mut free = FreeList::new();
    let changes = &wanted[..wanted.len() / 10];
    let begin = busy()?;
    for (row, key) in (pairs.len() as u64..).zip(changes) {
        tree.insert(&mut pages, &mut free, key, row)?;
    }
    let insert = per(begin, changes.len())?;
    let begin = busy()?;
    for (row, key) in (pairs.len() as u64..).zip(changes) {
        tree.remove(&mut pages, &mut free, key, row)?;
    }
    let remove = per(begin, changes.len())?;

    println!(
        "{:>6} {seconds:>9.3} {:>7.2} {:>9.2} {height:>6} {find:>9.0} {missing:>9.0} {scan:>9.1} {insert:>9.0} \
         {remove:>9.0}",
        layout.page_bytes(),
        seconds / sorting,
        bytes as f64 / pairs.len() as f64,
    );
    Ok(())
}
