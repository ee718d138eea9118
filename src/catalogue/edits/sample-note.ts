/** The note of the edits that load the sample, which identifies its records later. */
export const sampleNote = 'sample catalogue'
