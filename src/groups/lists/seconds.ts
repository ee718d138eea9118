/** How long clients may cache what shows lists of people. */
export const listSeconds = 300
