//! Valid combinations of options and sizes.

use super::error::{Error, Result};
use super::options::{Flag, ParsedOptions};
use super::request::{Operation, Size, Test};

const DEFAULT_FILE_BYTES: u64 = 1 << 20;
const DEFAULT_PAGE_BYTES: u64 = 8 << 10;

/// The unit of scattered and gathered pages: memory pages, as on 32-bit Windows.
const SGIO_PAGE_UNIT: u64 = 4096;

/// Creates a test from the options, if they are valid.
pub(super) fn decide(given: ParsedOptions) -> Result<Test> {
    refuse_contradictions(&given)?;
    let operation = operation(&given)?;
    let test = Test {
        operation,
        file_size: Size::given_or(given.file_bytes, DEFAULT_FILE_BYTES),
        page_size: Size::given_or(given.page_bytes, DEFAULT_PAGE_BYTES),
        explain: given.has(Flag::Explain),
        force: given.has(Flag::Force),
        remarks: remarks(&given, operation),
        name: given.name,
        file: given.file,
    };
    check_sizes(&test)?;
    Ok(test)
}

/// Pairs that exclude each other, and the reasons.
const CONTRADICTIONS: [(Flag, Flag, &str); 11] = [
    (Flag::Read, Flag::Write, "choose one, or -rw for both"),
    (Flag::Read, Flag::ReadWrite, "choose one"),
    (Flag::Write, Flag::ReadWrite, "choose one"),
    (Flag::Sequential, Flag::Random, "choose one"),
    (
        Flag::Write,
        Flag::Random,
        "-w writes from front to back; -rw writes at random",
    ),
    (
        Flag::ReadWrite,
        Flag::Sequential,
        "-rw always goes at random; leave out -seq",
    ),
    (
        Flag::ReadWrite,
        Flag::Sgio,
        "-rw moves one page at a time, through the page cache; leave out -sgio",
    ),
    (
        Flag::ReadWrite,
        Flag::Unbuffered,
        "-rw goes through the page cache; leave out -unbuffered",
    ),
    (
        Flag::Sgio,
        Flag::Random,
        "-sgio goes from front to back; leave out one of them",
    ),
    (
        Flag::Unbuffered,
        Flag::WriteThrough,
        "-unbuffered goes past the page cache and -writethru through it; choose one",
    ),
    (
        Flag::Sgio,
        Flag::WriteThrough,
        "-sgio goes past the page cache and -writethru through it; choose one",
    ),
];

fn refuse_contradictions(given: &ParsedOptions) -> Result<()> {
    let writes = given.has(Flag::Write) || given.has(Flag::ReadWrite);
    for (one, other, why) in CONTRADICTIONS {
        // -writethru does not apply to reads, so it contradicts nothing there.
        let idle = other == Flag::WriteThrough && !writes;
        if given.has(one) && given.has(other) && !idle {
            return Err(Error::Together {
                one: one.name(),
                other: other.name(),
                why,
            });
        }
    }
    Ok(())
}

fn operation(given: &ParsedOptions) -> Result<Operation> {
    let writes = given.has(Flag::Write);
    let through = given.has(Flag::WriteThrough);
    if given.has(Flag::ReadWrite) {
        no_pages(given)?;
        return Ok(Operation::ReadWriteBack { through });
    }
    if given.has(Flag::Sgio) {
        let Some(pages) = given.pages else {
            return Err(Error::Needs {
                option: Flag::Sgio.name(),
                needed: "-numpages M, the pages that each transfer moves, such as -numpages 16",
            });
        };
        return Ok(if writes {
            Operation::GatherWrite { pages }
        } else {
            Operation::ScatterRead { pages }
        });
    }
    no_pages(given)?;
    let unbuffered = given.has(Flag::Unbuffered);
    Ok(match (writes, given.has(Flag::Random)) {
        (true, _) if unbuffered => Operation::UnbufferedWrite,
        (true, _) if through => Operation::WriteThrough,
        (true, _) => Operation::SequentialWrite,
        (false, true) if unbuffered => Operation::ReadWithHistory,
        (false, true) => Operation::RandomRead,
        (false, false) if unbuffered => Operation::UnbufferedRead,
        (false, false) => Operation::SequentialRead,
    })
}

fn no_pages(given: &ParsedOptions) -> Result<()> {
    if given.has(Flag::NumPages) {
        return Err(Error::Needs {
            option: Flag::NumPages.name(),
            needed: "-sgio: all other transfers move one page",
        });
    }
    Ok(())
}

fn remarks(given: &ParsedOptions, operation: Operation) -> Vec<&'static str> {
    let mut remarks = Vec::new();
    if given.has(Flag::WriteThrough) && !operation.writes() {
        remarks.push("-writethru has no effect on reading.");
    }
    if given.has(Flag::Unbuffered) && operation.is_sgio() {
        remarks.push("-unbuffered adds nothing: -sgio goes past the page cache already.");
    }
    if operation == Operation::ReadWithHistory {
        remarks.push(
            "Random reads with -unbuffered go through the page cache all the same; what they leave \
             out is the hint that the order is random.",
        );
    }
    remarks
}

fn check_sizes(test: &Test) -> Result<()> {
    let (file, page) = (test.file_size, test.page_size);
    if test.operation.is_sgio() {
        if !page.bytes.is_multiple_of(SGIO_PAGE_UNIT) {
            return Err(not_a_multiple(
                words("the page size", page),
                page.bytes,
                format!("{SGIO_PAGE_UNIT}, which -sgio needs"),
                SGIO_PAGE_UNIT,
            ));
        }
        let transfer = test.transfer_bytes().unwrap_or(u64::MAX);
        let pages = test.operation.method().pages_per_transfer();
        return if file.bytes.is_multiple_of(transfer) {
            Ok(())
        } else {
            Err(not_a_multiple(
                words("the file size", file),
                file.bytes,
                format!("{} x {pages} pages, which -sgio needs", page.bytes),
                transfer,
            ))
        };
    }
    if page.bytes > file.bytes {
        return Err(Error::PageLargerThanFile {
            page: words("the page size", page),
            file: words("the file size", file),
        });
    }
    // A write may end with a shorter page, but a read of one would not read the whole file.
    if test.operation.reads() && !file.bytes.is_multiple_of(page.bytes) {
        return Err(not_a_multiple(
            words("the file size", file),
            file.bytes,
            words("the page size", page),
            page.bytes,
        ));
    }
    Ok(())
}

/// Formats a size for messages.
pub(super) fn words(what: &str, size: Size) -> String {
    let default = if size.is_default { " (the default)" } else { "" };
    format!("{what} {}{default}", size.bytes)
}

fn not_a_multiple(what: String, value: u64, of: String, unit: u64) -> Error {
    let below = value / unit * unit;
    let above = below.checked_add(unit).filter(|&bytes| i64::try_from(bytes).is_ok());
    let use_instead = match (below, above) {
        (0, Some(above)) => above.to_string(),
        (below, Some(above)) => format!("{below} or {above}"),
        (0, None) => "fewer or smaller pages".to_owned(),
        (below, None) => below.to_string(),
    };
    Error::NotAMultiple { what, of, use_instead }
}
