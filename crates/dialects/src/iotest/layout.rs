//! The output lines of the scripts.

use feedrate_machine::Volume;
use feedrate_machine::volume::FileSystemKind;

use super::figures::{MEGABYTE, Pass};
use super::request::{Form, Test};

const KIBIBYTE: u64 = 1 << 10;
const GIBIBYTE: f64 = (1 << 30) as f64;

/// Returns the lines of the script: reading, then writing, each by its mean.
pub(super) fn result(test: &Test, volume: &Volume, (read, write): (&Pass, &Pass)) -> String {
    let mut text = String::from("RESULTS\n-------\n");
    line!(text, "INVOCATION:  {}\n", test.invocation);
    text.push_str("TARGET DETAILS\n");
    let mount = volume.mount_point.as_ref().map_or_else(
        || "unknown".to_owned(),
        |mount| {
            let source = volume.source.as_deref().unwrap_or("unknown");
            format!("{source} on {} type {}", mount.display(), volume.fs_type)
        },
    );
    match test.form {
        Form::Streams => {
            line!(text, "  directory:    {}", test.folder.display());
            line!(text, "  df -k:        {}", df(volume, false));
            line!(text, "  mount point:  {mount}");
            let megabytes = test.file_bytes as f64 / MEGABYTE;
            line!(
                text,
                "  filesize:     {} bytes ({megabytes:.2} megabytes)",
                test.file_bytes
            );
            text.push_str("\nSTATISTICS\n");
            line!(text, "  average read time in seconds:   {:.3}", read.mean_seconds());
            line!(
                text,
                "  average read throughput rate :  {:.2} megabytes per second",
                read.rate()
            );
            line!(text, "  average write time in seconds:  {:.3}", write.mean_seconds());
            line!(
                text,
                "  average write throughput rate : {:.2} megabytes per second",
                write.rate()
            );
        }
        Form::Cores => {
            line!(text, "  target dir:   {}", test.folder.display());
            line!(text, "  df -kT:       {}", df(volume, true));
            line!(text, "  mount point:  {mount}");
            line!(text, "  iterations:   {}", test.streams);
            line!(
                text,
                "  filesize:     {:.2} gigabytes",
                test.file_bytes as f64 / GIBIBYTE
            );
            text.push_str("\nSTATISTICS\n");
            let unit = "megabytes/second per physical core";
            line!(text, "  read throughput rate:   {:.2} {unit}", read.rate());
            line!(text, "  write throughput rate:  {:.2} {unit}", write.rate());
        }
    }
    text.push('\n');
    text
}

/// Returns the line of `df -k` of a volume, or of `df -kT`.
fn df(volume: &Volume, with_type: bool) -> String {
    let source = volume.source.as_deref().unwrap_or("-");
    let kind = if with_type {
        format!(" {}", volume.fs_type)
    } else {
        String::new()
    };
    let mount = volume
        .mount_point
        .as_ref()
        .map_or_else(|| "-".into(), |mount| mount.to_string_lossy());
    let Some(space) = volume.space else {
        return format!("{source}{kind} - - - - {mount}");
    };
    let used = space.total_bytes.saturating_sub(space.free_bytes);
    let usable = used.saturating_add(space.available_bytes).max(1);
    let percent = (u128::from(used) * 100).div_ceil(u128::from(usable));
    format!(
        "{source}{kind} {} {} {} {percent}% {mount}",
        space.total_bytes / KIBIBYTE,
        used / KIBIBYTE,
        space.available_bytes / KIBIBYTE,
    )
}

/// Returns what makes the figures of the script say little about the volume, a line each.
pub(super) fn warnings(test: &Test, volume: &Volume) -> Vec<String> {
    let mut warnings = Vec::new();
    if volume.kind() == FileSystemKind::Memory {
        warnings.push(format!(
            "{} lies in memory ({}): no figure is that of a device",
            test.folder.display(),
            volume.fs_type
        ));
    } else if let Some(memory) = test.ground.cacheable.filter(|&memory| test.all_bytes() <= memory) {
        let (all, memory) = (amount(test.all_bytes()), amount(memory));
        warnings.push(format!(
            "the files, {all} together, fit into the {memory} of memory that the page cache may use: the script's \
             figures are those of memory; beside them are the cold and the durable one"
        ));
    }
    warnings
}

/// Returns the files of a test in words.
pub(super) fn files(test: &Test) -> String {
    let size = amount(test.file_bytes);
    format!("{} of {size} in {}", count(test.streams, "file"), test.folder.display())
}

/// Formats a number of things.
pub(super) fn count(number: u32, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        number => format!("{number} {thing}s"),
    }
}

/// Formats bytes with a unit of 1,024.
pub(super) fn amount(bytes: u64) -> String {
    let units = [(1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let Some((unit, name)) = units.into_iter().find(|(unit, _)| bytes >= *unit) else {
        return format!("{bytes} bytes");
    };
    match bytes.is_multiple_of(unit) {
        true => format!("{} {name}", bytes / unit),
        false => format!("{:.1} {name}", bytes as f64 / unit as f64),
    }
}
