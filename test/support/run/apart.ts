/** Files of tests that need a process of their own, and why. */
export const apart: Readonly<Record<string, string>> = {
  'test/plans/plans.test.ts': 'it declares the scenarios of other files without running them',
}
