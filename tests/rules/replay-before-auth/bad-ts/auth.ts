import jwt from 'jsonwebtoken';

export function requireUser(req, res, next) {
  try {
    req.user = jwt.verify(req.get('Authorization'), process.env.SECRET);
  } catch {
    return res.status(401).end();
  }
  next();
}
