/** The paths that a pattern of the route table stands for, such as `/clients/:id/edit`. */
export const pathsOf = (pattern: string) => RegExp(`^${pattern.replace(/:\w+/, '[^/]+')}$`);
