//! Results as JUnit XML.

use super::{OutcomeClass, PuzzleResult};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

/// The report: one suite, one case a file.
///
/// # Errors
/// Text that XML cannot hold.
pub fn junit(results: &[PuzzleResult]) -> Result<String, quick_junit::SerializeError> {
    let mut suite = TestSuite::new("puzzles");
    for result in results {
        let name = result
            .path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let class = result
            .path
            .parent()
            .unwrap_or(std::path::Path::new(""))
            .display()
            .to_string();
        let message = result.messages.join("\n");
        let status = match result.class {
            OutcomeClass::SmokePass | OutcomeClass::AssertPass => TestCaseStatus::success(),
            OutcomeClass::AssertFail => {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_message(message);
                status
            }
            OutcomeClass::EngineError | OutcomeClass::LoadError => {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
                status.set_message(message).set_type(result.class.name());
                status
            }
        };
        let mut case = TestCase::new(name, status);
        case.set_classname(class);
        if result.class == OutcomeClass::AssertPass {
            case.set_system_out(format!("{} assertion(s) passed", result.claims));
        }
        suite.add_test_case(case);
    }
    let mut report = Report::new("puzzle-check");
    report.add_test_suite(suite);
    report.to_string()
}
