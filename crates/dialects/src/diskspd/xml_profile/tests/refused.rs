//! Tests of what is refused, and of the templates of targets.

use super::{SPANS, message};

/// Returns a profile of one time span with these elements, and one target with those.
fn with(span: &str, target: &str) -> String {
    format!(
        "<Profile><TimeSpans><TimeSpan>\n{span}<Targets>\n<Target><Path>x.dat</Path>\n{target}</Target></Targets>\
         </TimeSpan></TimeSpans></Profile>"
    )
}

#[test]
fn what_a_profile_cannot_say_is_named_with_its_line() {
    for (span, target, line, part) in [
        (
            "",
            "<Blocksize>1</Blocksize>",
            4,
            "Blocksize is not an element of Target; did you mean BlockSize?",
        ),
        (
            "",
            "<Flavour>1</Flavour>",
            4,
            "Flavour is not an element of Target; leave it out",
        ),
        (
            "",
            "<BlockSize>64K</BlockSize>",
            4,
            "BlockSize 64K: write a whole number from 1 to 2147483647",
        ),
        (
            "",
            "<WriteRatio>1</WriteRatio>\n<WriteRatio>1</WriteRatio>",
            5,
            "WriteRatio is there twice",
        ),
        (
            "",
            "<WriteThrough>1</WriteThrough>",
            4,
            "WriteThrough 1: write true or false",
        ),
        (
            "",
            "<WriteThrough><True/></WriteThrough>",
            4,
            "WriteThrough has a value and no element True",
        ),
        (
            "",
            "\n<ParallelAsyncIO>true</ParallelAsyncIO>",
            5,
            "ParallelAsyncIO is not supported",
        ),
        ("", "<FlushType>ViewOfFile</FlushType>", 4, "FlushType is not supported"),
        (
            "",
            "<DisableLocalCache>true</DisableLocalCache>",
            4,
            "DisableLocalCache is not supported",
        ),
        ("", "<ThreadTargets/>", 4, "ThreadTargets is not supported"),
        (
            "",
            "<Random>1</Random>\n<StrideSize>1</StrideSize>",
            5,
            "StrideSize: it is for blocks from front to back",
        ),
        (
            "",
            "<Distribution><Percent><Range IO=\"1\">1</Range></Percent></Distribution>",
            4,
            "add Random",
        ),
        (
            "",
            "<Random>1</Random><Distribution><Percent><Range IO=\"101\">1</Range></Percent></Distribution>",
            4,
            "IO 101",
        ),
        (
            "",
            "<Random>1</Random><Distribution><Absolute/></Distribution>",
            4,
            "Absolute is empty",
        ),
        (
            "",
            "<Random>4096</Random><ThreadStride>1</ThreadStride>",
            3,
            "x.dat: ThreadStride and Random do not go",
        ),
        (
            "",
            "<BurstSize>1</BurstSize>",
            3,
            "BurstSize and ThinkTime need each other",
        ),
        (
            "",
            "<BaseFileOffset>9</BaseFileOffset><MaxFileSize>9</MaxFileSize>",
            3,
            "change MaxFileSize or BaseFileOffset",
        ),
        (
            "",
            "<Throughput unit=\"MBPS\">1</Throughput>",
            4,
            "the unit MBPS of Throughput: write BPMS or IOPS",
        ),
        (
            "",
            "<WriteBufferContent><Pattern>random</Pattern><RandomDataSource><SizeInBytes>9</SizeInBytes>\
              </RandomDataSource></WriteBufferContent>",
            3,
            "SizeInBytes 9: blocks of 65536 bytes",
        ),
        ("", "text", 3, "Target has text beside its elements: text"),
        (
            "<ThreadCount>2</ThreadCount>",
            "<ThreadsPerFile>2</ThreadsPerFile>",
            3,
            "ThreadCount and ThreadsPerFile do",
        ),
        ("<RequestCount>2</RequestCount>", "", 2, "add ThreadCount"),
        ("<Duration>0</Duration>", "", 1, "Duration 0 measures nothing"),
        (
            "<Duration></Duration>",
            "",
            2,
            "Duration is empty: write a whole number",
        ),
        (
            "<Affinity><AffinityAssignment>256</AffinityAssignment></Affinity>",
            "",
            2,
            "0 to 255",
        ),
        (
            "<DisableAffinity>true</DisableAffinity><Affinity><AffinityAssignment>1</AffinityAssignment></Affinity>",
            "",
            1,
            "DisableAffinity and Affinity do not go together",
        ),
        (
            "<ThreadCount>5000</ThreadCount>",
            "",
            1,
            "5000 threads are more than 4096",
        ),
    ] {
        let message = message("-Xp.xml", with(span, target).as_bytes());
        assert!(message.starts_with(&format!("p.xml, line {line}: ")), "{message}");
        assert!(message.contains(part), "{message}");
    }
    let kernel = "<Profile>\n<ETW>\n<DiskIO>true</DiskIO></ETW></Profile>";
    assert!(message("-Xp.xml", kernel.as_bytes()).contains("line 3: DiskIO is not supported"));
    // One queue of each thread for several targets.
    let shared = with(
        "<ThreadCount>1</ThreadCount><RequestCount>8</RequestCount>",
        "</Target><Target><Path>y</Path>",
    );
    assert!(message("-Xp.xml", shared.as_bytes()).contains("RequestCount of a time span is for one target here"));
}

#[test]
fn templates_are_files_of_the_command_line() {
    assert!(message("-Xp.xml", SPANS.as_bytes()).contains("line 29: the file of the template *1 is not named"));
    let unused = message("-Xp.xml x y", SPANS.as_bytes());
    assert_eq!(
        unused,
        "y is not used: the profile p.xml has no target *2; leave it out"
    );
    let wrong = with("", "").replace("x.dat", "*0");
    assert!(message("-Xp.xml x", wrong.as_bytes()).contains("Path *0: templates are numbers from 1"));
    for line in ["-b4K -Xp.xml x", "-Xp.xml -t2 x", "-Xp.xml -L x"] {
        assert!(
            message(line, SPANS.as_bytes()).contains(" does not go with -X: "),
            "{line}"
        );
    }
    assert!(message("-Xp.xml -Xq.xml x", SPANS.as_bytes()).contains("the file of one profile"));
    assert!(message("-X", SPANS.as_bytes()).contains("the file of one profile"));
}

#[test]
fn what_is_no_profile_is_refused_soon() {
    // As many entities as in "billion laughs", which would be gigabytes.
    let laughs = "<!DOCTYPE l [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\">]>\n<Profile>&b;</Profile>";
    for (profile, part) in [
        (
            laughs.to_owned(),
            "line 1: document types and entities of their own are not read",
        ),
        (String::new(), "line 1: it is not XML"),
        ("\nhello".to_owned(), "it is not XML"),
        (
            "<Profile>\n<TimeSpans>\n</Profile>".to_owned(),
            "line 3: it is not XML: expected 'TimeSpans' tag",
        ),
        (
            "<Results><Profile/></Results>".to_owned(),
            "a profile is an element Profile, and this is Results",
        ),
        ("<Profile/>".to_owned(), "it has no time spans"),
        ("<Profile><TimeSpans/></Profile>".to_owned(), "TimeSpans is empty"),
        (
            "<Profile><TimeSpans><TimeSpan/></TimeSpans></Profile>".to_owned(),
            "the time span has no targets",
        ),
        ("<a>".repeat(300_000), "it has more elements than a profile has"),
        (format!("<Profile {}/>", "a='' ".repeat(9000)), "longer than 16 KiB"),
        ("<a xmlns:b='u'>".repeat(60_000), "many namespaces"),
        (format!("<{}/>", "a".repeat(9000)), "and this is aaa"),
    ] {
        let message = message("-Xp.xml", profile.as_bytes());
        assert!(message.contains(part), "{message}");
        assert!(message.len() < 300, "{message}");
    }
}
