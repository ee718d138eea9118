/** Where others see what a person wrote and made. */
export const profileAddress = (username: string): string => `/@${username}`
