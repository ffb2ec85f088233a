/** The address of the file of cities that the package of npm has: those of 15,000 people or more. */
declare const starter: string
export default starter
