/** Files of tests that need a process of their own, and why. */
export const apart: Readonly<Record<string, string>> = {
  'test/contract.test.ts': 'it declares the scenarios of other files without running them',
  'test/http/bodies.test.ts': 'it declares the scenarios of other files without running them',
  'test/pages/third-language.test.ts': 'it gives the pages a language that they do not have',
  'test/patterns/checker.test.ts': 'its checker is a program that takes much memory',
  'test/plans/plans.test.ts': 'it declares the scenarios of other files without running them',
  'test/worst/cost.test.ts': 'it compares what a thread costs',
  'test/worst/formats.test.ts': 'it compares what a thread costs',
  'test/worst/operations.test.ts': 'it compares what a thread costs',
  'test/worst/pages.test.ts': 'it compares what a thread costs',
  'test/worst/readers.test.ts': 'it compares what a thread costs',
  'test/worst/stored.test.ts': 'it compares what a thread costs',
}
