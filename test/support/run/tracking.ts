import { type AsyncHook, createHook } from 'node:async_hooks'

/**
 * node:test follows each promise, timer and socket by async hooks. It knows by that which suite a test is defined in,
 * and which test an error belongs to that nothing has caught. Once all tests are defined only the latter is left, and
 * for what runs here it would take a seventh of all time: such an error still fails the run, and is told with its stack
 * instead of the name of its test. TEST_TRACKS=1 keeps the hooks, to find the test as well.
 *
 * Imported before anything that defines tests: that is when node:test makes its hook, the first one of the process.
 */
let tracking: AsyncHook | undefined
const hooks = Object.getPrototypeOf(createHook({})) as AsyncHook
const { enable } = hooks
hooks.enable = function () {
  hooks.enable = enable
  tracking = this
  return enable.call(this)
}

/** All tests of the process are defined. */
export function stopTracking(): void {
  if (process.env.TEST_TRACKS === '1') return
  tracking?.disable()
  process.on('uncaughtExceptionMonitor', (error) => console.error('Nothing has caught this error:', error))
  process.on('unhandledRejection', (error) => {
    console.error('Nothing has caught this rejection:', error)
    process.exitCode = 1
  })
}
