/** Whether a column, or a field of a line, is the path of a record's picture. */
export const isPicturePath = (name: string): boolean => name.endsWith('_path')
