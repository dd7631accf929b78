//! Any text, read as the command line of another tool: sqlio with its parameter file, and DiskSpd. What can be read
//! is explained, and said to each of the other tools.

use std::ffi::OsString;
use std::io::sink;
use std::path::Path;

use feedrate_dialects::translate::{Source, Tool, translate};
use feedrate_dialects::{Drives, diskspd, sqlio};
use feedrate_workload::Control;

/// The first line as the arguments of sqlio, the rest as its parameter file.
pub fn sqlio(bytes: &[u8]) {
    let (arguments, file) = first_line(bytes);
    let drives = Drives::parse("F:=/mnt/f").expect("the map is one");
    let read = |_: &Path| Ok(file.to_vec());
    if let Ok(sqlio::Request::Test(test) | sqlio::Request::Explain(test)) =
        sqlio::parse_with(&arguments, &drives, &read)
    {
        for tool in Tool::ALL {
            assert!(!translate(Source::Sqlio(&test), tool).text.is_empty());
        }
        let words = sqlio::Request::Explain(test);
        sqlio::run(&words, &Control::default(), &mut sink(), &mut sink()).expect("it is told");
    }
}

/// The first line as the arguments of DiskSpd.
pub fn diskspd(bytes: &[u8]) {
    let (arguments, _) = first_line(bytes);
    if let Ok(
        diskspd::Request::Test(test)
        | diskspd::Request::Explain(test)
        | diskspd::Request::Profile(test),
    ) = diskspd::parse(&arguments, &Drives::default())
    {
        for tool in Tool::ALL {
            assert!(!translate(Source::Diskspd(&test), tool).text.is_empty());
        }
        for request in [
            diskspd::Request::Explain(test.clone()),
            diskspd::Request::Profile(test),
        ] {
            diskspd::run(&request, &Control::default(), &mut sink(), &mut sink())
                .expect("it is told");
        }
    }
}

fn first_line(bytes: &[u8]) -> (Vec<OsString>, &[u8]) {
    let end = bytes
        .iter()
        .position(|&byte| byte == b'\n')
        .unwrap_or(bytes.len());
    let line = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let arguments = line.split(' ').filter(|word| !word.is_empty());
    (
        arguments.map(OsString::from).collect(),
        bytes.get(end + 1..).unwrap_or_default(),
    )
}
