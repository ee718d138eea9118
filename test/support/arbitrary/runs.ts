/**
 * How often a property is tried: a few times with each change, and as often as it deserves at night
 * (`npm run test:many`).
 */
export const runs = (few: number, many: number): number => (process.env.TEST_MANY === '1' ? many : few)
