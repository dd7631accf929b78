//! Any bytes, read as a transport file.

use feedrate_dataset::xport::Scanner;

/// Reads all rows of all data sets of a transport file.
pub fn transport(bytes: &[u8]) {
    // Pieces of any length give the same; those of a prime number end everywhere in a record.
    let Some(members) = scanned(bytes, 4093) else {
        return;
    };
    assert_eq!(scanned(bytes, bytes.len().max(1)).as_ref(), Some(&members));
    for member in members {
        let Some(start) = usize::try_from(member.start).ok() else {
            continue;
        };
        let mut decoder = member.decoder();
        let mut row = vec![0; member.schema.row_length() as usize];
        // Every row that is counted is there.
        let rows = bytes[start..].chunks_exact(member.row_length.max(1));
        assert!(member.rows <= rows.len() as u64);
        for from in rows.take(member.rows as usize) {
            decoder.decode(from, &mut row);
        }
    }
}

fn scanned(bytes: &[u8], piece: usize) -> Option<Vec<feedrate_dataset::xport::Member>> {
    let mut scanner = Scanner::new();
    for piece in bytes.chunks(piece) {
        scanner.take(piece).ok()?;
    }
    scanner.finish().ok().map(|contents| contents.members)
}
