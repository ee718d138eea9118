import { type AsyncHook, createHook } from 'node:async_hooks'

/**
 * node:test follows each promise, timer and socket by async hooks, to know which test an error belongs to that nothing
 * has caught. For what runs here that is a seventh of all time. Without it such an error still fails the run, and is
 * told with its stack instead of the name of its test; TEST_TRACKS=1 keeps the hooks, to find the test as well.
 *
 * Loaded before node:test makes its hook, which is the first one of a process of tests.
 */
if (process.env.NODE_TEST_CONTEXT && process.env.TEST_TRACKS !== '1') {
  const hooks = Object.getPrototypeOf(createHook({})) as AsyncHook
  const { enable } = hooks
  hooks.enable = function () {
    hooks.enable = enable
    return this
  }
  process.on('uncaughtExceptionMonitor', (error) => console.error('nothing has caught this error:', error))
  process.on('unhandledRejection', (error) => {
    console.error('nothing has caught this rejection:', error)
    process.exitCode = 1
  })
}
