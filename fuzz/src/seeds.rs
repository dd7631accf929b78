//! The seeds of the targets: input that is well-formed.

use std::path::Path;
use std::{env, fs, io};

use feedrate_dataset::format::{
    Compression, CompressionOptions, Directory, Front, NewFile, Order, PackedEnd, PackedFront,
};
use feedrate_dataset::schema::{Schema, Variable};
use feedrate_index::{FreeList, Layout, MemoryPages, Pages, Tree};

use crate::index::{CHANGES, PAGE_BYTES};

/// A piece of input, and the target that it is for.
pub struct Seed {
    pub target: &'static str,
    pub name: String,
    pub bytes: Vec<u8>,
}

/// All seeds: data sets that are made here; the programs of the session's tests; and, of the folder that
/// `FEEDRATE_SAS_FILES` names, data sets and transport files that SAS made.
pub fn seeds() -> io::Result<Vec<Seed>> {
    let mut seeds = Vec::new();
    for rows in [0, 1, 300] {
        seeds.push(Seed {
            target: "data_set",
            name: format!("rows-{rows}"),
            bytes: written(rows),
        });
        for (method, compression) in [("char", Compression::RunLength), ("binary", Compression::Ross)] {
            seeds.push(Seed {
                target: "data_set",
                name: format!("{method}-{rows}"),
                bytes: packed(rows, compression),
            });
        }
    }
    for (target, name, text) in COMMAND_LINES.iter().chain(TEXTS) {
        seeds.push(Seed {
            target,
            name: name.to_string(),
            bytes: text.as_bytes().to_vec(),
        });
    }
    for key_bytes in [3, 8, 100] {
        seeds.push(Seed {
            target: "index",
            name: format!("keys-{key_bytes}"),
            bytes: tree(key_bytes)?,
        });
    }
    #[cfg(feature = "open")]
    seeds.extend(columnar()?);
    let programs = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/session/tests/programs");
    gather("program", Path::new(programs), "sas", &mut seeds)?;
    if let Some(folder) = env::var_os("FEEDRATE_SAS_FILES") {
        gather("data_set", Path::new(&folder), "sas7bdat", &mut seeds)?;
        gather("transport", Path::new(&folder), "xpt", &mut seeds)?;
    }
    Ok(seeds)
}

/// Writes the seeds of a target into a folder, each as a file.
pub fn write_seeds(target: &str, folder: &Path) -> io::Result<()> {
    for seed in seeds()?.iter().filter(|seed| seed.target == target) {
        fs::write(folder.join(&seed.name), &seed.bytes)?;
    }
    Ok(())
}

/// Command lines that use every option between them; below those of sqlio and DiskSpd, the file that they name.
const COMMAND_LINES: &[(&str, &str, &str)] = &[
    (
        "fio",
        "plain",
        "[global]\nioengine=libaio\nbs=64k ; bytes\nsize=1.5g\ndirect = 1\nfilename=/data/there\n\n[a b]\nrw=randrw:4\n\
         rwmixread=70\nbssplit=4k/60:64k/40,8k/100\nrandom_distribution=zoned:50/5:30/15:20/\nnumjobs=$ncpus*2\n\
         [b]\nstonewall\nrw=read:-8k\nruntime=1h30m\ntime_based\nrate=1m,500k\nwait_for=a b\n",
    ),
    (
        "fio",
        "rich",
        "[job]\nfilename=a\\:b:c#1\nfilesize=1m-2m\nio_size=50%\noffset=25%\noffset_increment=(4*4k)\nrw=write\n\
         verify_pattern=0xdeadbeef\"x\"7\nverify=pattern\nverify_backlog=8\nss=bw_slope:0.3%\nss_dur=10s\n\
         cpus_allowed=0,2-3\nfile_service_type=zipf:1.2\npercentile_list=99.9:50\nzonemode=strided\nzonesize=1m\n\
         startdelay=1-5\nthinktime=2ms\nbsrange=4k-64k,1k:2k\ninclude self\nlatency_target=${A}\n",
    ),
    (
        "sqlio",
        "batch",
        "-kW -s30 -o2 -fsequential -b256 -BH -LS -Fparam_F.txt\n# all\nF:\\testfile.dat 1 0x0 10000\n\"a b\" 2 7\n",
    ),
    (
        "sqlio",
        "stripes",
        "-kr -t4 -s5 -b16 -f128 -i32 -S10 -By -mS4 -LPi -Up -aRI0x5 -v1.1.1 -64 -D11 --map G:=/g a.dat G:\\b",
    ),
    (
        "sqlio",
        "raw",
        "-RF,10,1 --map=10:=/dev/sdb --map 1:=/dev/sdc -pI1 -U -mC2 -BS --explain",
    ),
    (
        "sqlio",
        "drives",
        "-dF -frandom -o0 -BN --account --overwrite-foreign -a0xff \\test",
    ),
    (
        "diskspd",
        "mixed",
        "-c1G -b8K -t4 -o8 -r4K -rs80 -w30 -d30 -W0 -Su -L -g500i -D500 -Z20M -a0,1 -ag0,2 -z7 x.dat y.dat",
    ),
    (
        "diskspd",
        "sequential",
        "-F4 -O8 -si128K -Sbw -frst -Zr -i10 -j20 -I1 -B1M:1G -v -x -l -P7 -eq -C3 -Rptext x.dat",
    ),
    (
        "diskspd",
        "zones",
        "-rdpct90/10:0/10:5/20 -Sm -n -f10b -Z1M,data -Rpxml x",
    ),
    (
        "diskspd",
        "places",
        "-s8b -T1G -h -Z -t2 -ag -z -D --map #1=/dev/sdb #1",
    ),
    (
        "diskspd",
        "profile",
        concat!(
            "-Xp.xml -Rptext -v -d9 x\n",
            include_str!("../../crates/dialects/src/diskspd/xml_profile/tests/spans.xml")
        ),
    ),
];

/// Files of values, and programs of which the session's tests have none.
const TEXTS: &[(&str, &str, &str)] = &[
    (
        "program",
        "sessions",
        "options comamid=tcp autosignon sascmd='!sascmd -cpucount 2';\n\
         signon task0 sascmd \"sas -threads\" inheritlib=(a b=c);\n%syslput n=7 / remote=task0;\n%macro m(k);\n\
         rsubmit process=task&k wait=no cmacvar=s persist=no;\n\
         libname o sasesock 'localhost:7000' timeout=60 secret='x';\ndata o.q; set a.b; x = '; endrsubmit;'; run;\n\
         %sysrput done=&n;\nendrsubmit;\n%mend;\n%m(0)\nrsubmit;\ndata a; input x; datalines;\n1\nendrsubmit;\n;\n\
         rsubmit task1; * endrsubmit; endrsubmit;\nendrsubmit;\nwaitfor _any_ task0 task1 timeout=5;\n\
         rget task0; rdisplay; listtask _all_; killtask task1; signoff _all_;\n",
    ),
    (
        "csv",
        "kinds",
        "\u{feff}id,unit price,name,day,at,Name\n1,2.50,\"Ann, \"\"A\"\"\",2020-02-29,2020-01-01T00:00:00.5,\n\
         2,,Bob  ,,,x\n\n3,.,\"two\nlines\",1959-12-31,1960-01-01 00:00:01,äö,too,much\n4\n",
    ),
    ("csv", "tabs", "a\tb\r\n1\t\"x\"\r\n-2e5\t10:00:00.25\r\n"),
];

/// The pages of a tree of which some entries were removed, behind the page that says what is done next.
fn tree(key_bytes: usize) -> io::Result<Vec<u8>> {
    let layout = Layout::new(PAGE_BYTES, key_bytes).map_err(io::Error::other)?;
    let (mut pages, mut tree) = (MemoryPages::new(PAGE_BYTES), Tree::new(layout));
    let mut free = FreeList::new();
    let key = |number: u8| {
        let mut key = vec![b' '; key_bytes];
        key[0] = number.wrapping_mul(37);
        key[key_bytes - 1] = number / 3;
        key
    };
    for number in 0..=255 {
        let row = u64::from(number) * 300;
        tree.insert(&mut pages, &mut free, &key(number), row)
            .map_err(io::Error::other)?;
    }
    for number in 0..100 {
        let row = u64::from(number) * 300;
        tree.remove(&mut pages, &mut free, &key(number), row)
            .map_err(io::Error::other)?;
    }
    let mut bytes = Vec::new();
    bytes.extend(tree.to_bytes());
    bytes.extend(free.to_bytes());
    bytes.extend((0..PAGE_BYTES - CHANGES).map(|at| (at * 31 % 251) as u8));
    for number in 1..pages.count() {
        bytes.extend(pages.page(number).map_err(io::Error::other)?);
    }
    Ok(bytes)
}

/// The same few rows as a Parquet and as an Arrow file.
#[cfg(feature = "open")]
fn columnar() -> io::Result<Vec<Seed>> {
    use feedrate_dataset::writer::NewDataSet;
    use feedrate_dataset::{DataSetName, Settings, Writer};

    let folder = tempfile::tempdir()?;
    let schema = few_variables();
    let name = DataSetName::new("LIB", "X").map_err(io::Error::other)?;
    let mut seeds = Vec::new();
    for format in feedrate_columnar::formats() {
        let path = folder.path().join(format.engine());
        let (facts, settings) = (NewDataSet::default(), Settings::default());
        let mut writer =
            Writer::create_as(&*format, &path, &name, schema.clone(), &facts, &settings).map_err(io::Error::other)?;
        for number in 0..50 {
            let row = writer.next_row().map_err(io::Error::other)?;
            fill(&schema, row, number);
        }
        writer.commit().map_err(io::Error::other)?;
        seeds.push(Seed {
            target: "columnar",
            name: format.engine().to_owned(),
            bytes: fs::read(&path)?,
        });
    }
    Ok(seeds)
}

/// The longest file that is a seed: longer ones take a target's time and show nothing new.
const LONGEST: usize = 256 << 10;

fn gather(target: &'static str, folder: &Path, extension: &str, seeds: &mut Vec<Seed>) -> io::Result<()> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|own| own == extension));
    paths.sort();
    for path in paths {
        let bytes = fs::read(&path)?;
        if bytes.len() <= LONGEST {
            let name = path.file_name().unwrap_or_default();
            let name = name.to_string_lossy().into_owned();
            seeds.push(Seed { target, name, bytes });
        }
    }
    Ok(())
}

/// Variables of both kinds.
fn few_variables() -> Schema {
    Schema::lay_out(vec![
        Variable {
            label: "First name".into(),
            format: "$CHAR8.".parse().ok(),
            ..Variable::text("Name", 8)
        },
        Variable {
            length: 3,
            informat: "DATE9.".parse().ok(),
            ..Variable::number("Born")
        },
        Variable::number("Height"),
    ])
    .expect("the names differ and the lengths are allowed")
}

fn new_file(schema: &Schema) -> NewFile<'_> {
    NewFile {
        name: "CLASS",
        label: "Pupils",
        data_set_type: "",
        step: "DATASTEP",
        order: None,
        schema,
        page_size: 2048,
        header_length: 2048,
        created: 2e9,
        compression: None,
    }
}

/// A compressed file with variables of both kinds.
fn packed(rows: usize, method: Compression) -> Vec<u8> {
    let schema = few_variables();
    let compression = CompressionOptions {
        method,
        reuses_space: false,
        is_addressable: true,
    };
    let mut front = PackedFront::new(&new_file(&schema), compression).expect("a few variables fit a page");
    let stride = schema.row_length() as usize;
    let mut rest = vec![0; rows * stride];
    for (number, row) in rest.chunks_exact_mut(stride).enumerate() {
        fill(&schema, row, number);
    }
    let (mut packed, last) = (front.rows(), front.pages() - 1);
    rest.drain(..packed.add(front.last_page_mut(), &rest) * stride);
    let mut end = PackedEnd {
        rows: rows as u64,
        last_row: packed.last_row(last),
        ..PackedEnd::default()
    };
    let on_front = packed.seal(front.last_page_mut(), last);
    end.rows_on_front = on_front as u64;
    let mut directory = Directory::new(2048, last + u64::from(on_front == 0));
    if on_front > 0 {
        directory.push(on_front as u32);
    }
    let (mut pages, mut number) = (Vec::new(), front.pages());
    while !rest.is_empty() {
        let mut page = vec![0; front.page_size()];
        rest.drain(..packed.add(&mut page, &rest) * stride);
        end.last_row = packed.last_row(number);
        directory.push(packed.seal(&mut page, number) as u32);
        pages.extend(page);
        number += 1;
    }
    let mut page = vec![0; front.page_size()];
    while rows > 0 && directory.write_next(&mut page, number, front.sequence()) {
        pages.extend_from_slice(&page);
        number += 1;
    }
    end.directory_page = directory.last_written();
    end.pages = number;
    let mut bytes = front.finish(end, 2e9).to_vec();
    bytes.extend(pages);
    bytes
}

/// A file with variables of both kinds.
fn written(rows: usize) -> Vec<u8> {
    let schema = few_variables();
    let mut front = Front::new(&new_file(&schema)).expect("a few variables fit a page");
    let slots = front.row_pages().slots();
    let mut pages: Vec<Vec<u8>> = Vec::new();
    for number in 0..rows {
        let row = match number.checked_sub(front.slots()) {
            None => front.slot_mut(number),
            Some(after) => {
                if after.is_multiple_of(slots.count) {
                    pages.push(vec![0; front.page_size()]);
                }
                let page = pages.last_mut().expect("a page was just begun");
                slots.of(page, after % slots.count)
            }
        };
        fill(&schema, row, number);
    }
    let mut left = rows.saturating_sub(front.slots());
    for (page, number) in pages.iter_mut().zip(front.pages()..) {
        let on_it = left.min(slots.count);
        front.row_pages().seal(page, number, on_it);
        left -= on_it;
    }
    let mut bytes = front.finish(rows as u64, 2e9).to_vec();
    bytes.extend(pages.concat());
    bytes
}

fn fill(schema: &Schema, row: &mut [u8], number: usize) {
    for variable in schema.variables() {
        if let Some(field) = variable.number_field(Order::Little) {
            field.set(row, number as f64 * 10.0);
        }
        if let Some(field) = variable.text_field() {
            field.set(row, format!("n{number}").as_bytes());
        }
    }
}
