/** Whether a value that was read from JSON is an object, which lists and null are not. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
