//! The program `spark` by what people and tools rely on: bundles, imports, advice, exports.

mod advise;
mod bundle;
mod export;
mod hands;
mod import;
mod import_real;
mod mutants;
mod pilot;
mod support;
